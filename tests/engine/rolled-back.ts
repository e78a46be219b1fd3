import type { Shop } from '../../app/foundation/shop.server.ts';

/** Does it and takes it back, so that the same can be done again. */
export async function andRolledBack<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const stored: T[] = [];
  const taken = new Error('taken back');
  await shop.db
    .transaction(async (db) => {
      stored.push(await work({ ...shop, db }));
      throw taken;
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error;
    });
  const [found] = stored;
  if (found === undefined) throw new Error('Nothing came of it');
  return found;
}
