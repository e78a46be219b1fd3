import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { testFolder } from '../../../tests/fixtures/test-folder.ts';
import { limitWal, walParams } from './wal-limit.server.ts';

it('limits the write-ahead log of an embedded database to four segments while the database is open', async () => {
  const folder = testFolder('journal');
  const client = await PGlite.create({ dataDir: folder, startParams: walParams });
  const stop = limitWal(client, 20);
  const countSegments = () =>
    readdirSync(path.join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  let max = 0;
  try {
    await client.exec('create table cloth (thread text)');
    for (let round = 0; round < 12; round++) {
      await client.exec(
        `insert into cloth select repeat(md5(n::text), 30) from generate_series(1, 8000) n; truncate cloth`,
      );
      await wait(60);
      max = Math.max(max, countSegments());
    }
  } finally {
    stop();
    await client.close();
  }
  // Twelve rounds write about seven log segments of 16 MB.
  expect(max).toBeLessThanOrEqual(4);
});
