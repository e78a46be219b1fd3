/**
 * Several processes of one shop at one port: when they refuse to start. process.spec.ts, which has a PostgreSQL server, shows that
 * none stays when one cannot open. What they do together is part of `npm run drill`.
 */
import { rmSync } from 'node:fs';
import { makeTempFolder } from '../engine/temp-folder.ts';
import { runShop } from './support/shop-process.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ timeout: 60_000 });

test('on the embedded database more than one is refused, and what to do about it is said once', async () => {
  const dataDir = makeTempFolder('process');
  const shop = runShop({ PORT: '0', DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  expect(await shop.exited).toBe(1);
  expect(shop.output().match(/set DATABASE_URL for more/g)).toHaveLength(1);
  rmSync(dataDir, { recursive: true });
});
