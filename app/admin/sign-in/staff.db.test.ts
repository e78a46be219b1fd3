/** Owners that the first start of the shop or the command `npm run owner` creates. */
import { describe, expect } from 'vitest';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { auditLog, staff, staffSessions } from '../tables.server.ts';
import { createFirstOwner, createOwner, resetFactorOf } from './staff.server.ts';

const readTeam = (shop: Shop) =>
  shop.db
    .select({ email: staff.email, role: staff.role, disabledAt: staff.disabledAt })
    .from(staff)
    .orderBy(staff.createdAt);
const readLog = (shop: Shop) =>
  shop.db
    .select({ email: auditLog.email, action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .orderBy(auditLog.id);
const withOwner = (shop: Shop, adminEmail: string) => ({ ...shop, config: { ...shop.config, adminEmail } });
const atTheMachine = 'at the shop’s machine';

describe('the first owner', () => {
  it('creates the first owner once, with the address ADMIN_EMAIL in lower case', async ({ shop }) => {
    await createFirstOwner(withOwner(shop, 'Kavita@Example.in'));
    await createFirstOwner(withOwner(shop, 'Kavita@Example.in'));
    expect(await readTeam(shop)).toEqual([{ email: 'kavita@example.in', role: 'owner', disabledAt: null }]);
    expect(await readLog(shop)).toEqual([
      {
        email: atTheMachine,
        action: 'team.create-owner',
        after: { email: 'kavita@example.in', role: 'owner' },
      },
    ]);
  });
});

describe('a command on the server’s command line', () => {
  it('makes a staff member an owner, and enables a disabled one', async ({ shop }) => {
    await signInAsStaff(shop, 'staff');
    const [member] = await readTeam(shop);
    await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
    await createOwner(shop, ` ${member?.email.toUpperCase()} `);
    expect(await readTeam(shop)).toEqual([{ email: member?.email, role: 'owner', disabledAt: null }]);
  });

  it('deletes one staff member’s lost second factor with its codes and sessions', async ({ shop }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const kavita = await signInAsStaff(shop);
    await shop.db.update(staff).set({ recoveryHashes: ['one'], lastTotpStep: 1, failures: 7 });
    expect(await resetFactorOf(shop, ` ${arjun.email.toUpperCase()} `)).toBe(true);
    const rows = await shop.db.select().from(staff);
    expect(rows.find(({ id }) => id === arjun.id)).toMatchObject({
      totpSecret: null,
      totpConfirmedAt: null,
      lastTotpStep: null,
      recoveryHashes: [],
      failures: 0,
    });
    expect(rows.find(({ id }) => id === kavita.id)).toMatchObject({ recoveryHashes: ['one'], failures: 7 });
    const sessions = await shop.db.select({ staffId: staffSessions.staffId }).from(staffSessions);
    expect(sessions).toEqual([{ staffId: kavita.id }]);
    const [entry] = await shop.db.select().from(auditLog);
    expect(entry).toMatchObject({
      email: atTheMachine,
      action: 'team.reset-factor',
      subjectKind: 'staff',
      subjectId: arjun.id,
      after: { email: arjun.email },
    });
  });

  it('reports that an unknown address has no second factor, and writes no audit entry', async ({ shop }) => {
    const kavita = await signInAsStaff(shop);
    expect(await resetFactorOf(shop, 'stranger@example.in')).toBe(false);
    expect(await readLog(shop)).toEqual([]);
    const sessions = await shop.db.select({ staffId: staffSessions.staffId }).from(staffSessions);
    expect(sessions).toEqual([{ staffId: kavita.id }]);
  });
});
