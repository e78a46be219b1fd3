import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { settings } from '../app/content/tables.server.ts';
import { inTransaction } from '../app/foundation/shop.server.ts';
import { it } from './world.ts';

describe('the world of a test', () => {
  it('is planted, and a change is there for the test that makes it', async ({ shop }) => {
    expect(await shop.db.select().from(settings)).toHaveLength(1);
    await inTransaction(shop, async ({ db }) => db.delete(settings));
    expect(await shop.db.select().from(settings)).toHaveLength(0);
  });

  it('is whole again for the next test', async ({ shop }) => {
    expect(await shop.db.select().from(settings)).toHaveLength(1);
  });

  it('outlives a statement that fails inside inTransaction', async ({ shop }) => {
    await expect(inTransaction(shop, ({ db }) => db.execute(sql`select 1 / 0`))).rejects.toThrow();
    expect(await shop.db.select().from(settings)).toHaveLength(1);
  });

  it('stands on the engine that the project names', ({ world, database }) => {
    expect(database.place).toContain(world.engine === 'embedded' ? 'embedded' : '127.0.0.1');
  });

  it('has a clock that stands still until it is moved', ({ shop }) => {
    const before = shop.clock.now().getTime();
    shop.clock.advance(5000);
    expect(shop.clock.now().getTime() - before).toBe(5000);
    shop.clock.set('2026-12-01T09:00:00+05:30');
    expect(shop.clock.now().toISOString()).toBe('2026-12-01T03:30:00.000Z');
  });

  it('answers calls', async ({ app }) => {
    const response = await app.request('/api/category/get-all');
    expect(response.status).toBe(200);
  });

  it('can be one’s own, for two at once', async ({ ownShop }) => {
    const one = () =>
      inTransaction(ownShop, async ({ db }) => db.update(settings).set({ value: sql`value` }));
    await Promise.all([one(), one()]);
    expect(await ownShop.db.select().from(settings)).toHaveLength(1);
  });
});
