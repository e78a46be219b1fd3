import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { type App, problemOf, readAs } from '../../../tests/fixtures/api.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import {
  interceptStatements,
  statementsOf,
  withConcurrentSessionAt,
} from '../../../tests/security/concurrent-session.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { findStaff } from '../sign-in/staff-sessions.server.ts';
import { auditLog, staff } from '../tables.server.ts';
import { type MemberChange, TeamMember } from './contract.ts';
import * as team from './team.server.ts';

afterEach(() => vi.restoreAllMocks());

const as = async (shop: Parameters<typeof signInAsStaff>[0], ...who: [('owner' | 'staff')?, string?]) => {
  const { token, id } = await signInAsStaff(shop, ...who);
  const found = await findStaff(shop, token);
  if (!found) throw new Error('not signed in');
  return { ...found, token, id };
};

const changeMember = async (shop: Shop, id: string, change: MemberChange) =>
  (await inTransaction(shop, (tx) => team.changeMember(tx, id, change))).result;

/** Calls the team endpoints as an owner. */
const request = (app: App, { token }: { token: string }, method: string, path: string, body?: object) =>
  app.request(`/api/admin/team${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('an owner [F-138]', () => {
  it('invites a staff member once, with an audit entry that names the owner', async ({ shop, app }) => {
    const owner = await as(shop);
    const member = { email: 'bina@example.in', name: 'Bina', role: 'staff' };
    const bina = await readAs(TeamMember, request(app, owner, 'POST', '', member));
    expect(bina).toMatchObject({ role: 'staff', isSetUp: false, isDisabled: false });
    const again = request(app, owner, 'POST', '', { ...member, name: 'Other', role: 'owner' });
    expect(await problemOf(again)).toMatchObject({ title: 'already-a-member', status: 409 });
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'team.add'));
    expect(log).toMatchObject([
      { email: owner.email, subjectId: bina.id, after: { email: 'bina@example.in', role: 'staff' } },
    ]);
  });

  it('disables and enables a staff member, and resets the second factor', async ({ shop, app }) => {
    const owner = await as(shop);
    const arjun = await as(shop, 'staff');
    await changeMember(shop, arjun.id, { isDisabled: true });
    expect(await findStaff(shop, arjun.token)).toBeUndefined();
    await changeMember(shop, arjun.id, { isDisabled: false });
    expect(await findStaff(shop, arjun.token)).toBeUndefined();
    const again = await signInAsStaff(shop, 'staff');
    expect(await findStaff(shop, again.token)).toBeDefined();
    const reset = request(app, owner, 'POST', `/${arjun.id}/reset-factor`);
    expect(await readAs(TeamMember, reset)).toMatchObject({ isSetUp: false });
    expect(await findStaff(shop, again.token)).toBeUndefined();
    const [row] = await shop.db.select().from(staff).where(eq(staff.id, arjun.id));
    expect(row).toMatchObject({ totpSecret: null, totpConfirmedAt: null, recoveryHashes: [] });
  });

  it('cannot manage the team any more after being demoted to staff', async ({ shop, app }) => {
    await as(shop);
    const second = await as(shop, 'owner', 'second@example.in');
    const headers = { authorization: `Bearer ${second.token}` };
    expect((await app.request('/api/admin/team', { headers })).status).toBe(200);
    await changeMember(shop, second.id, { role: 'staff' });
    const refused = await app.request('/api/admin/team', { headers });
    expect(await refused.json()).toMatchObject({ status: 403, title: 'owner-only' });
  });

  it('can be neither disabled nor demoted if no other owner is enabled', async ({ shop }) => {
    const owner = await as(shop);
    const second = await as(shop, 'owner', 'second@example.in');
    await changeMember(shop, second.id, { isDisabled: true });
    for (const change of [{ role: 'staff' as const }, { isDisabled: true }])
      await expect(changeMember(shop, owner.id, change)).rejects.toMatchObject({ name: 'last-owner' });
    expect(await changeMember(shop, second.id, { role: 'staff' })).toMatchObject({ role: 'staff' });
  });

  it('remains if two owners demote each other at once', async ({ ownShop: shop, world, skip }) => {
    // Skip the test on the embedded database, which runs one transaction at a time.
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const [one, other] = [await as(shop), await as(shop, 'owner', 'second@example.in')];
    const statements = await statementsOf(shop, () => changeMember(shop, other.id, { name: 'Second' }));
    for (const stopAt of statements.keys()) {
      await shop.db.update(staff).set({ role: 'owner' });
      const outcomes = await withConcurrentSessionAt(shop, stopAt, {
        interrupted: () => changeMember(shop, other.id, { role: 'staff' }),
        concurrent: () => changeMember(shop, one.id, { role: 'staff' }),
      });
      const statuses = [outcomes.interrupted.status, outcomes.concurrent.status];
      expect(statuses.toSorted()).toEqual(['done', 'rejected']);
      expect(await shop.db.select().from(staff).where(eq(staff.role, 'owner'))).toHaveLength(1);
    }
  });

  it('lists enabled staff members first, with the time of their last request', async ({ shop }) => {
    await as(shop);
    const arjun = await as(shop, 'staff');
    await as(shop, 'staff', 'bina@example.in');
    await changeMember(shop, arjun.id, { isDisabled: true });
    expect((await team.listTeam(shop)).map(({ email, seenAt }) => [email, seenAt !== null])).toEqual([
      ['kavita@example.in', true],
      ['bina@example.in', true],
      ['arjun@example.in', false],
    ]);
  });

  it('cannot have an email address with capital letters, which the database rejects', async ({ shop }) => {
    const wrong = inTransaction(shop, (tx) =>
      tx.db.insert(staff).values({ email: 'Big@example.in', role: 'staff', createdAt: shop.clock.now() }),
    );
    await expect(wrong).rejects.toThrow();
  });
});
