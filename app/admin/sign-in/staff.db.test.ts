import { describe, expect } from 'vitest';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { auditLog, staff, staffSessions } from '../tables.server.ts';
import { createOwner, resetFactorOf } from './staff.server.ts';

describe('commands on the server’s command line', () => {
  it('make a disabled staff member an enabled owner', async ({ shop }) => {
    const { id, email } = await signInAsStaff(shop, 'staff');
    await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
    await createOwner(shop, ` ${email.toUpperCase()} `);
    const owner = { id, email, role: 'owner', disabledAt: null };
    expect(await shop.db.select().from(staff)).toMatchObject([owner]);
  });

  it('delete the second factor, recovery codes and sessions of one staff member only', async ({ shop }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const kavita = await signInAsStaff(shop);
    await shop.db.update(staff).set({ recoveryHashes: ['one'], lastTotpStep: 1, failures: 7 });
    expect(await resetFactorOf(shop, 'stranger@example.in')).toBe(false);
    expect(await shop.db.select().from(auditLog)).toEqual([]);
    expect(await resetFactorOf(shop, ` ${arjun.email.toUpperCase()} `)).toBe(true);
    const rows = await shop.db.select().from(staff);
    expect(rows.find(({ id }) => id === arjun.id)).toMatchObject({
      ...{ totpSecret: null, totpConfirmedAt: null, lastTotpStep: null, recoveryHashes: [], failures: 0 },
    });
    expect(rows.find(({ id }) => id === kavita.id)).toMatchObject({ recoveryHashes: ['one'], failures: 7 });
    const sessions = await shop.db.select({ staffId: staffSessions.staffId }).from(staffSessions);
    expect(sessions).toEqual([{ staffId: kavita.id }]);
    expect(await shop.db.select().from(auditLog)).toMatchObject([
      {
        ...{ email: 'at the shop’s machine', action: 'team.reset-factor' },
        ...{ subjectKind: 'staff', subjectId: arjun.id, after: { email: arjun.email } },
      },
    ]);
  });
});
