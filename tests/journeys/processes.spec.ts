/** Several processes of one shop behind one door: how they refuse to start. What they do together is drilled. */
import { rmSync } from 'node:fs';
import { startPostgres } from '../postgres-server.ts';
import { scratchFolder } from '../scratch.ts';
import { runShop } from './another-shop.ts';
import { expect, test } from './journey.ts';

test.describe.configure({ timeout: 60_000 });

test('on the embedded database more than one is refused, and what to do about it is said once', async () => {
  const dataDir = scratchFolder('process');
  const shop = runShop({ PORT: '0', DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  expect(await shop.ended).toBe(1);
  expect(shop.words().match(/set DATABASE_URL for more/g)).toHaveLength(1);
  rmSync(dataDir, { recursive: true });
});

test('when one cannot open, none stays, and npm start ends with an error', async ({ baseURL }) => {
  const dataDir = scratchFolder('process');
  const postgres = await startPostgres();
  const { port } = new URL(baseURL ?? '');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.urlOf('postgres'), WEB_CONCURRENCY: '2' };
  const shop = runShop({ PORT: port, ...settings });
  expect(await shop.ended).toBe(1);
  expect(shop.words()).toContain(`Another program is listening at 127.0.0.1:${port}`);
  expect(shop.words()).not.toContain('    at ');
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});
