import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { staff, staffSessions } from '../tables.server.ts';
import {
  createStaffSession,
  findPendingStaff,
  findStaff,
  listStaffSessions,
} from './staff-sessions.server.ts';

const minute = 60_000;
const hour = 60 * minute;

async function mustFindStaff(shop: TestShop, token: string) {
  const found = await findStaff(shop, token);
  if (!found) throw new Error('the session is gone');
  return found;
}

const seenAts = async (shop: TestShop) =>
  (await shop.db.select({ seenAt: staffSessions.seenAt }).from(staffSessions)).map(({ seenAt }) => seenAt);

it('a staff session token has 256 bits, is stored as a hash, and is invalid if it is changed', async ({
  shop,
}) => {
  const { id, token } = await signInAsStaff(shop);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await createStaffSession(shop, id, { factor: true })).not.toBe(token);
  const hashes = (await shop.db.select().from(staffSessions)).map(({ tokenHash }) => tokenHash);
  const hash = createHash('sha256').update(token).digest('hex');
  expect(hashes).toContain(hash);
  expect(hashes).not.toContain(token);
  const member = { id, email: 'kavita@example.in', name: 'kavita', role: 'owner' };
  expect(await findStaff(shop, token)).toMatchObject({ ...member, factorAt: shop.clock.now() });
  for (const wrong of [hash, `${token}A`, token.slice(0, -1), ''])
    expect(await findStaff(shop, wrong)).toBeUndefined();
});

describe('a staff session', () => {
  it('updates its time of last use at most once a minute, and is deleted after it has ended', async ({
    shop,
  }) => {
    const { token } = await signInAsStaff(shop);
    await signInAsStaff(shop);
    const begun = shop.clock.now();
    shop.clock.advance(minute - 1);
    await findStaff(shop, token);
    expect(await seenAts(shop)).toEqual([begun, begun]);
    shop.clock.advance(1);
    await findStaff(shop, token);
    expect((await seenAts(shop)).toSorted((a, b) => +a - +b)).toEqual([begun, shop.clock.now()]);
    const { id } = await signInWithoutSecondFactor(shop);
    const count = await shop.db.$count(staffSessions);
    shop.clock.advance(10 * minute);
    // Creating a session deletes the sessions that have ended. Here, only the pending session has ended.
    await createStaffSession(shop, id, { factor: true });
    const left = await shop.db.select().from(staffSessions);
    expect(left.map(({ factorAt }) => factorAt !== null)).toEqual(Array(count).fill(true));
  });
});

describe('the sessions of a staff member', () => {
  it('are listed with their browsers, the last used one first, the current one marked', async ({ shop }) => {
    const first = await signInAsStaff(shop);
    const begun = shop.clock.now();
    shop.clock.advance(5 * minute);
    await createStaffSession(shop, first.id, { factor: true, browser: `${'a'.repeat(200)}b` });
    shop.clock.advance(5 * minute);
    const asking = await mustFindStaff(shop, first.token);
    const [createdAt, seenAt] = [begun.toISOString(), shop.clock.now().toISOString()];
    const later = new Date(begun.getTime() + 5 * minute).toISOString();
    expect(await listStaffSessions(shop, asking)).toMatchObject([
      { id: asking.sessionId, isCurrent: true, createdAt, seenAt, browser: '' },
      { isCurrent: false, createdAt: later, browser: 'a'.repeat(200) },
    ]);
  });

  it('are listed without ended sessions, pending sessions and sessions of other members', async ({
    shop,
  }) => {
    await signInWithoutSecondFactor(shop);
    await signInAsStaff(shop, 'staff');
    shop.clock.advance(30 * minute);
    const { token } = await signInAsStaff(shop);
    await signInWithoutSecondFactor(shop, 'staff');
    expect(await listStaffSessions(shop, await mustFindStaff(shop, token))).toHaveLength(1);
    // Set the last use to the end of the session, so that it does not end early for being idle.
    await shop.db.update(staffSessions).set({ seenAt: new Date(shop.clock.now().getTime() + 12 * hour) });
    const now = await mustFindStaff(shop, token);
    shop.clock.advance(12 * hour);
    expect(await listStaffSessions(shop, now)).toEqual([]);
  });
});

describe('a pending staff session', () => {
  it('has a token that is valid only for the second step', async ({ shop }) => {
    const { id, token } = await signInWithoutSecondFactor(shop);
    expect(await findPendingStaff(shop, token)).toMatchObject({ isSetUp: true });
    expect(await findStaff(shop, token)).toBeUndefined();
    await shop.db.update(staff).set({ totpConfirmedAt: null }).where(eq(staff.id, id));
    expect(await findPendingStaff(shop, token)).toMatchObject({ isSetUp: false });
  });

  it('is not found if the staff member is disabled, or by the token of a signed-in session', async ({
    shop,
  }) => {
    const { id, token } = await signInWithoutSecondFactor(shop);
    const signedIn = await createStaffSession(shop, id, { factor: true });
    expect(await findPendingStaff(shop, signedIn)).toBeUndefined();
    await shop.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, id));
    expect(await findPendingStaff(shop, token)).toBeUndefined();
    expect(await findStaff(shop, signedIn)).toBeUndefined();
  });
});
