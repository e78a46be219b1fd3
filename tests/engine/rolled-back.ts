import type { Shop } from '../../app/foundation/shop.server.ts';

/** Runs `work` in a transaction and rolls it back. Returns its result. */
export async function andRolledBack<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const rollback = new Error('rolled back');
  await shop.db
    .transaction(async (db) => {
      results.push(await work({ ...shop, db }));
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  const [result] = results;
  if (result === undefined) throw new Error('The work returned no result');
  return result;
}
