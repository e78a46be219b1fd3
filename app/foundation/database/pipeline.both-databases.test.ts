import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop, type Tx } from '../shop.server.ts';
import { pipeline } from './pipeline.server.ts';
import { readRows } from './read-rows.server.ts';

const put = ({ db }: Shop, bucket: string, count: string) =>
  db
    .execute(
      sql`insert into rate_limits (bucket, started_at, ends_at, count) values (${bucket}, now(), now(), ${count}::int)`,
    )
    .execute();

const Buckets = z.object({ bucket: z.string() });
const look = async ({ db }: Shop) => {
  const found = await db.execute(sql`select bucket from rate_limits order by bucket`).execute();
  return readRows(Buckets, found).map(({ bucket }) => bucket);
};

describe('statements in one parcel', () => {
  it('are done in their order, each seeing what was written before it', async ({ shop }) => {
    const [before, , between, , after] = await inTransaction(shop, (tx) =>
      pipeline([look(tx), put(tx, 'first', '1'), look(tx), put(tx, 'second', '1'), look(tx)]),
    );
    expect([before, between, after]).toEqual([[], ['first'], ['first', 'second']]);
  });

  it('leave nothing when one of them fails, also of what followed from one that did not', async ({
    shop,
  }) => {
    const andThen = async (tx: Tx) => {
      await put(tx, 'first', '1');
      await put(tx, 'what follows', '1');
    };
    const given = inTransaction(shop, (tx) =>
      pipeline([andThen(tx), put(tx, 'second', 'no number'), put(tx, 'third', '1')]),
    );
    // Not what came of it: whatever follows a failure is refused, too.
    await expect(given).rejects.toMatchObject({ cause: { code: '22P02' } });
    expect(await look(shop)).toEqual([]);
  });

  it('throw what the first of them throws', async ({ shop }) => {
    const given = inTransaction(shop, (tx) =>
      pipeline([put(tx, 'first', 'no number'), Promise.reject(new Error('what came of it'))]),
    );
    await expect(given).rejects.toMatchObject({ cause: { code: '22P02' } });
  });
});
