import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop, type Tx } from '../shop.server.ts';
import { pipeline } from './pipeline.server.ts';
import { readRows } from './read-rows.server.ts';

const insertBucket = ({ db }: Shop, bucket: string, count: string) =>
  db
    .execute(
      sql`insert into rate_limits (bucket, started_at, ends_at, count) values (${bucket}, now(), now(), ${count}::int)`,
    )
    .execute();

const Buckets = z.object({ bucket: z.string() });
const listBuckets = async ({ db }: Shop) => {
  const result = await db.execute(sql`select bucket from rate_limits order by bucket`).execute();
  return readRows(Buckets, result).map(({ bucket }) => bucket);
};

it('runs pipelined statements in order, and each sees the rows of earlier statements', async ({ shop }) => {
  const [before, , between, , after] = await inTransaction(shop, (tx) =>
    pipeline([
      listBuckets(tx),
      insertBucket(tx, 'first', '1'),
      listBuckets(tx),
      insertBucket(tx, 'second', '1'),
      listBuckets(tx),
    ]),
  );
  expect([before, between, after]).toEqual([[], ['first'], ['first', 'second']]);
});

it('inserts no row if one of the pipelined statements fails, even if more are sent after it', async ({
  shop,
}) => {
  const insertTwo = async (tx: Tx) => {
    await insertBucket(tx, 'first', '1');
    await insertBucket(tx, 'what follows', '1');
  };
  const transaction = inTransaction(shop, (tx) =>
    pipeline([insertTwo(tx), insertBucket(tx, 'second', 'no number'), insertBucket(tx, 'third', '1')]),
  );
  // Expect the error of the failed statement, not the errors of the statements that follow it.
  await expect(transaction).rejects.toMatchObject({ cause: { code: '22P02' } });
  expect(await listBuckets(shop)).toEqual([]);
});

it('rejects a pipeline with the error of its first failed statement', async ({ shop }) => {
  const transaction = inTransaction(shop, (tx) =>
    pipeline([insertBucket(tx, 'first', 'no number'), Promise.reject(new Error('what came of it'))]),
  );
  await expect(transaction).rejects.toMatchObject({ cause: { code: '22P02' } });
});
