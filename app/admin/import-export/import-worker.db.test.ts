import { eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { csvOf, plainProducts } from '../../../tests/fixtures/imports.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { categories, products } from '../../catalogue/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { stockMovements } from '../../stock/tables.server.ts';
import { importJobs } from '../tables.server.ts';
import { leaseMs, rowsAtOnce, runImports } from './import-worker.server.ts';
import { readTable } from './read-table.server.ts';

/** Creates an import job that is ready to run. Returns its id. */
async function waiting(shop: Shop, text: string): Promise<string> {
  const { id: staffId } = await signInAsStaff(shop);
  const now = shop.clock.now();
  const file = Buffer.from(text);
  const [job] = await shop.db
    .insert(importJobs)
    .values({
      ...{ kind: 'products', state: 'running', fileName: 'a.csv', file, staffId },
      ...{ total: readTable(file).rows.length, createdAt: now, updatedAt: now },
    })
    .returning({ id: importJobs.id });
  return job?.id ?? '';
}

async function jobOf(shop: Shop, id: string) {
  const [job] = await shop.db.select().from(importJobs).where(eq(importJobs.id, id));
  if (!job) throw new Error('the job is gone');
  return job;
}

const written = ({ db }: Shop) => db.$count(products, like(products.id, 'TB-NEW-%'));

/** Returns a `mustStop` function that returns true after the given number of calls. */
function stopAfter(rounds: number): () => boolean {
  let requested = 0;
  return () => requested++ > rounds;
}

describe('an interrupted import [F-142]', () => {
  it('continues after a restart without importing a row twice, and stops if it is cancelled', async ({
    shop,
  }) => {
    const total = rowsAtOnce * 3 + 7;
    const id = await waiting(shop, plainProducts(total));
    await runImports(shop, stopAfter(1));
    expect(await jobOf(shop, id)).toMatchObject({ state: 'running', done: rowsAtOnce, leasedUntil: null });
    expect(await written(shop)).toBe(rowsAtOnce);
    const { file } = await jobOf(shop, id);
    await shop.db.update(importJobs).set({ state: 'cancelled', file: null }).where(eq(importJobs.id, id));
    await runImports(shop);
    expect(await written(shop)).toBe(rowsAtOnce);
    await shop.db.update(importJobs).set({ state: 'running', file }).where(eq(importJobs.id, id));
    await runImports(shop);
    expect(await jobOf(shop, id)).toMatchObject({ state: 'done', done: total, file: null });
    expect(await written(shop)).toBe(total);
    expect(await shop.db.$count(stockMovements, like(stockMovements.variantId, 'TB-NEW-%'))).toBe(total);
  });

  it('is continued by another process only after the lease has expired', async ({ shop }) => {
    const id = await waiting(shop, plainProducts(rowsAtOnce + 1));
    await runImports(shop, stopAfter(1));
    // Simulates a process that was killed during the import.
    const leasedUntil = new Date(shop.clock.now().getTime() + leaseMs);
    await shop.db.update(importJobs).set({ leasedUntil }).where(eq(importJobs.id, id));
    await runImports(shop);
    expect((await jobOf(shop, id)).done).toBe(rowsAtOnce);
    shop.clock.advance(leaseMs);
    await runImports(shop);
    expect(await jobOf(shop, id)).toMatchObject({ state: 'done', done: rowsAtOnce + 1 });
  });

  it('writes no row of the current batch if the process crashes, and writes the batch after the restart', async ({
    ownShop: shop,
  }) => {
    const id = await waiting(shop, plainProducts(rowsAtOnce * 2));
    await runImports(shop, stopAfter(1));
    let reads = 0;
    // Each new product reads the clock once. The audit entries follow in the same transaction.
    const now = () => {
      if (++reads === 60) throw new Error('the process is gone');
      return shop.clock.now();
    };
    await expect(runImports({ ...shop, clock: { now } })).rejects.toThrow('the process is gone');
    expect(await written(shop)).toBe(rowsAtOnce);
    expect((await jobOf(shop, id)).done).toBe(rowsAtOnce);
    shop.clock.advance(leaseMs);
    await runImports(shop);
    expect(await written(shop)).toBe(rowsAtOnce * 2);
  });

  it('stops at a row that has become invalid since the upload, and names the row', async ({ shop }) => {
    await shop.db.insert(categories).values({ id: 'Shawls', slug: 'Shawls', name: 'Shawls' });
    const row = (number: string, category: string) => [number, 'Plain', category, 100, 1];
    const plain = Array.from({ length: rowsAtOnce + 5 }, (_, at) => row(`TB-NEW-${at}`, 'Sarees'));
    const rows = plain.with(rowsAtOnce + 2, row('TB-NEW-S', 'Shawls'));
    const id = await waiting(shop, csvOf(['number', 'name', 'category', 'price', 'stock'], rows));
    await shop.db.delete(categories).where(eq(categories.id, 'Shawls'));
    await runImports(shop);
    const problems = [{ row: rowsAtOnce + 4, column: 'category' }];
    expect(await jobOf(shop, id)).toMatchObject({ state: 'failed', done: rowsAtOnce, file: null, problems });
    expect(await written(shop)).toBe(rowsAtOnce);
  });
});
