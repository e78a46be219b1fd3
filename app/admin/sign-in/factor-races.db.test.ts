import { desc, eq } from 'drizzle-orm';
import { afterEach, expect, vi } from 'vitest';
import { differentCode } from '../../../tests/fixtures/sent-code.ts';
import { authenticatorCode, signInWithoutSecondFactor } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { interceptStatements, withConcurrentSessionAt } from '../../../tests/security/concurrent-session.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { auditLog, staff, staffSessions } from '../tables.server.ts';
import { decrypt } from './encrypted.server.ts';
import { consumeAttempt, consumeTotp } from './factor.server.ts';
import { hashOfRecoveryCode } from './recovery-codes.server.ts';
import { confirmTotp, renewRecoveryCodes, setUpTotp, verifyTotp } from './sign-in.server.ts';
import { createFirstOwner, createOwner } from './staff.server.ts';
import { createStaffSession, findPendingStaff, findStaff } from './staff-sessions.server.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns a different IP address for each code, so that only the limit of the second factor applies. */
const from = (number: number) => ({ address: `203.0.${number >> 8}.${number & 255}`, browser: '' });

async function readPendingStaff(shop: Shop, token: string) {
  const found = await findPendingStaff(shop, token);
  if (!found) throw new Error('no pending session');
  return found;
}

const pendingOwner = async (shop: Shop) =>
  readPendingStaff(shop, (await signInWithoutSecondFactor(shop)).token);

/** Creates an owner without a second factor, who has entered the correct emailed code. */
async function newOwner(shop: Shop) {
  await createOwner(shop, 'new@example.in');
  const [row] = await shop.db.select().from(staff);
  return readPendingStaff(shop, await createStaffSession(shop, row?.id ?? '', { factor: false }));
}

const settled = async (requested: Promise<unknown>[]) => {
  const ended = await Promise.allSettled(requested);
  return ended.map((one) => (one.status === 'fulfilled' ? 'in' : one.reason.name)).sort();
};

it('checks only five wrong codes of an authenticator app if forty are sent at the same time', async ({
  ownShop: shop,
}) => {
  const pendingStaff = await pendingOwner(shop);
  const wrong = differentCode(authenticatorCode(shop));
  const names = await settled(
    Array.from({ length: 40 }, (_, number) => verifyTotp(shop, pendingStaff, { code: wrong }, from(number))),
  );
  expect(names).toEqual([...Array(35).fill('not-staff'), ...Array(5).fill('wrong-factor')]);
  expect(await shop.db.select({ failures: staff.failures }).from(staff)).toEqual([{ failures: 5 }]);
});

it('accepts a code of the app once if two sign-ins submit it at the same time', async ({ ownShop: shop }) => {
  const pendingStaff = await pendingOwner(shop);
  const first = await consumeAttempt(shop, pendingStaff);
  const second = await consumeAttempt(shop, pendingStaff);
  const code = authenticatorCode(shop);
  expect(await consumeTotp(shop, pendingStaff, first, code)).toBe(true);
  expect(await consumeTotp(shop, pendingStaff, second, code)).toBe(false);
});

it('accepts a recovery code once if two sign-ins submit it at the same time', async ({ ownShop: shop }) => {
  const { id } = await signInWithoutSecondFactor(shop);
  const signedIn = await findStaff(shop, await createStaffSession(shop, id, { factor: true }));
  if (!signedIn) throw new Error('no signed-in member');
  const { recoveryCodes } = await renewRecoveryCodes(shop, signedIn);
  const tokens = [0, 1].map(() => createStaffSession(shop, id, { factor: false }));
  const pending = await Promise.all(
    (await Promise.all(tokens)).map((token) => readPendingStaff(shop, token)),
  );
  const [code = ''] = recoveryCodes;
  const names = await settled(pending.map((member, at) => verifyTotp(shop, member, { code }, from(at))));
  expect(names).toEqual(['in', 'wrong-factor']);
});

it('rejects a correct code if the staff session is deleted while the code is checked', async ({
  ownShop: shop,
  world,
  skip,
}) => {
  // Skip the test on the embedded database, which runs one transaction at a time.
  if (world.engine === 'embedded') skip();
  interceptStatements();
  const enter = async (stopAt: number, step: number) => {
    const pendingStaff = await pendingOwner(shop);
    const here = eq(staffSessions.id, pendingStaff.sessionId);
    return withConcurrentSessionAt(shop, stopAt, {
      interrupted: () => verifyTotp(shop, pendingStaff, { code: authenticatorCode(shop, step) }, from(step)),
      concurrent: async () => shop.db.delete(staffSessions).where(here),
    });
  };
  const { statements, interrupted } = await enter(99, 0);
  expect(interrupted.status).toBe('done');
  const last = statements.findIndex((text) => text.startsWith('delete from "staff_sessions"'));
  const rejected = { status: 'rejected', reason: { name: 'not-staff' } };
  expect((await enter(last, 1)).interrupted).toMatchObject(rejected);
});

it('signs in once if one sign-in submits two valid codes at the same time', async ({ ownShop: shop }) => {
  const pendingStaff = await pendingOwner(shop);
  const names = await settled([
    verifyTotp(shop, pendingStaff, { code: authenticatorCode(shop) }, from(1)),
    verifyTotp(shop, pendingStaff, { code: authenticatorCode(shop, 1) }, from(2)),
  ]);
  expect(names.filter((name) => name === 'in')).toHaveLength(1);
  const signedIn = (await shop.db.select().from(staffSessions)).filter(({ factorAt }) => factorAt !== null);
  // Two sessions exist: the fixture's session, and the session of the successful sign-in.
  expect(signedIn).toHaveLength(2);
});

it('does not confirm an authenticator app if the setup of another app begins while the first app’s code is checked', async ({
  ownShop: shop,
}) => {
  const pendingStaff = await newOwner(shop);
  await setUpTotp(shop, pendingStaff);
  const tried = await consumeAttempt(shop, pendingStaff);
  const code = authenticatorCode(shop, 0, decrypt(shop, tried.totpSecret ?? '', pendingStaff.id));
  await setUpTotp(shop, pendingStaff);
  expect(await consumeTotp(shop, pendingStaff, tried, code)).toBe(false);
  const confirmed = confirmTotp(shop, pendingStaff, { code }, from(1));
  await expect(confirmed).rejects.toMatchObject({ name: 'wrong-factor' });
  const now = await consumeAttempt(shop, pendingStaff);
  const newer = authenticatorCode(shop, 0, decrypt(shop, now.totpSecret ?? '', pendingStaff.id));
  expect(await consumeTotp(shop, pendingStaff, now, newer)).toBe(true);
});

it('accepts the setup of an authenticator app from the first of two sign-ins of a staff member, and rejects the second', async ({
  shop,
}) => {
  const first = await newOwner(shop);
  const second = await readPendingStaff(shop, await createStaffSession(shop, first.id, { factor: false }));
  await setUpTotp(shop, first);
  const [{ secret } = { secret: null }] = await shop.db.select({ secret: staff.totpSecret }).from(staff);
  const bytes = decrypt(shop, secret ?? '', first.id);
  const code = authenticatorCode(shop, 0, bytes);
  const { recoveryCodes } = await confirmTotp(shop, first, { code }, from(1));
  const late = confirmTotp(shop, second, { code: authenticatorCode(shop, 1, bytes) }, from(2));
  await expect(late).rejects.toMatchObject({ name: 'already-set-up' });
  // The recovery codes from the first sign-in are valid.
  await verifyTotp(shop, { ...second, isSetUp: true }, { code: recoveryCodes[0] ?? '' }, from(3));
});

it('accepts a recovery code that contains digits, with or without its hyphen', async ({ shop }) => {
  for (const input of ['abcd2-34567', 'abcd234567', '234567abcd']) {
    const pendingStaff = await pendingOwner(shop);
    const written = input.replace(/^(.{5})-?/, '$1-');
    const recoveryHashes = [hashOfRecoveryCode(shop, pendingStaff.id, written)];
    await shop.db.update(staff).set({ recoveryHashes });
    const entered = await verifyTotp(shop, pendingStaff, { code: input }, from(1));
    expect(entered.staff.recoveryCodesLeft).toBe(0);
  }
});

const startWith = (shop: Shop, config: Partial<Shop['config']>) =>
  createFirstOwner({ ...shop, config: { ...shop.config, ...config } });

it('creates the first owner once if several processes start together', async ({ ownShop: shop }) => {
  await Promise.all([1, 2, 3].map(() => startWith(shop, { adminEmail: 'Kavita@Example.in' })));
  const owner = { email: 'kavita@example.in', role: 'owner' };
  expect(await shop.db.select({ email: staff.email, role: staff.role }).from(staff)).toEqual([owner]);
  expect(await shop.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)).toMatchObject([
    { email: 'at the shop’s machine', action: 'team.create-owner', after: owner },
  ]);
  // A later start does not create a second first owner.
  await startWith(shop, { adminEmail: 'other@example.in' });
  expect(await shop.db.$count(staff)).toBe(1);
});

it('creates the demo owner only on a local machine that sends no real emails', async ({ ownShop: shop }) => {
  await createFirstOwner(shop);
  const publicUrl = 'http://127.0.0.1:3000';
  await startWith(shop, { publicUrl, smtpUrl: 'smtp://mail.example' });
  await startWith(shop, { publicUrl, mayPretend: false });
  expect(await shop.db.$count(staff)).toBe(0);
  await startWith(shop, { publicUrl });
  expect(await shop.db.$count(staff)).toBe(1);
  // ADMIN_EMAIL can be set after the demo owner was created.
  await startWith(shop, { publicUrl, adminEmail: 'kavita@example.in' });
  const emails = await shop.db.select({ email: staff.email }).from(staff).orderBy(staff.email);
  expect(emails.map(({ email }) => email)).toEqual(['kavita@example.in', 'owner@tanabana.example']);
});
