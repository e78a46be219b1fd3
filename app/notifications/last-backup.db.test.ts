import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { days } from '../foundation/clock.ts';
import { events } from '../foundation/tables.server.ts';
import { alertOldBackup, noteBackup, readLastBackup } from './last-backup.server.ts';

const madeBy = 'deploy@server';

const setLimit = ({ db }: TestShop, backupDays: number) =>
  db.update(settings).set({ value: sql`${settings.value} || ${JSON.stringify({ backupDays })}::jsonb` });

const noteNow = (shop: TestShop) => noteBackup(shop, { madeAt: shop.clock.now(), madeBy });

const eventsOf = async ({ db }: TestShop) =>
  (await db.select().from(events).where(eq(events.kind, 'backup-old'))).map(({ payload }) => payload);

describe('a backup that is older than the owner’s limit', () => {
  it('causes only one event, until a newer backup is also too old', async ({ shop }) => {
    await setLimit(shop, 2);
    await noteNow(shop);
    shop.clock.advance(days(2));
    await alertOldBackup(shop);
    expect(await eventsOf(shop)).toEqual([]);
    expect((await readLastBackup(shop, 2)).isTooOld).toBe(false);
    shop.clock.advance(1);
    await alertOldBackup(shop);
    shop.clock.advance(days(40));
    await alertOldBackup(shop);
    expect(await eventsOf(shop)).toEqual([{ days: 2 }]);
    expect((await readLastBackup(shop, 2)).isTooOld).toBe(true);
    await noteNow(shop);
    await alertOldBackup(shop);
    expect(await readLastBackup(shop, 2)).toEqual({
      madeAt: shop.clock.now().toISOString(),
      madeBy,
      isTooOld: false,
    });
    shop.clock.advance(days(3));
    await alertOldBackup(shop);
    expect(await eventsOf(shop)).toEqual([{ days: 2 }, { days: 2 }]);
  });

  it('causes one event if several workers check it at the same time', async ({ ownShop: shop }) => {
    await setLimit(shop, 1);
    await noteNow(shop);
    shop.clock.advance(days(2));
    await Promise.all([alertOldBackup(shop), alertOldBackup(shop), alertOldBackup(shop)]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });
});

it('a shop without a backup causes one event after the owner has set a limit', async ({ shop }) => {
  await alertOldBackup(shop);
  expect(await eventsOf(shop)).toEqual([]);
  await setLimit(shop, 7);
  await alertOldBackup(shop);
  await alertOldBackup(shop);
  expect(await eventsOf(shop)).toEqual([{ days: 0 }]);
  expect(await readLastBackup(shop, 7)).toEqual({ madeAt: null, madeBy: null, isTooOld: true });
});

it('the newer of two reported backups is stored, and causes no event if the owner’s limit is 0 days', async ({
  shop,
}) => {
  const madeAt = shop.clock.now();
  await noteNow(shop);
  await noteBackup(shop, { madeAt: new Date(madeAt.getTime() - days(1)), madeBy: 'slow@server' });
  shop.clock.advance(days(400));
  await alertOldBackup(shop);
  expect(await eventsOf(shop)).toEqual([]);
  expect(await readLastBackup(shop, 0)).toEqual({ madeAt: madeAt.toISOString(), madeBy, isTooOld: false });
});
