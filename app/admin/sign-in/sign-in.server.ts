import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { encode } from 'uqr';
import { readSettings } from '../../content/content.server.ts';
import { type CodeSent, LinkEnded, WrongCode } from '../../customers/contract.ts';
import {
  type ClientAddress,
  consumeCode,
  type Requester,
  sendSignInEmail,
} from '../../customers/sign-in/codes.server.ts';
import { storeDevice } from '../../customers/sign-in/devices.server.ts';
import { consumeLink } from '../../customers/sign-in/links.server.ts';
import type { ProblemType } from '../../foundation/http/problem.ts';
import { consume, type RateLimit } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { staff, staffSessions } from '../tables.server.ts';
import {
  AlreadySetUp,
  type FactorInput,
  type FactorSetUp,
  type FactorVerified,
  NotSetUp,
  NotStaff,
  type SecondFactorPending,
  type StaffSignedIn,
  type TotpEnrollment,
  WrongFactor,
} from './contract.ts';
import { decrypt, encrypt } from './encrypted.server.ts';
import { auditOwnAction, checkFactor, consumeAttempt, consumeTotp, resetAttempts } from './factor.server.ts';
import { newRecoveryCodes } from './recovery-codes.server.ts';
import { findStaffMember, readStaffMember } from './staff.server.ts';
import { freshMs } from './staff-access.server.ts';
import { createStaffSession, type PendingStaff, type Staff } from './staff-sessions.server.ts';
import { matchTotp, toBase32, totpUri } from './totp.server.ts';

const signInRateLimit: RateLimit = { limit: 8, seconds: 15 * 60 };
const guessRateLimit: RateLimit = { limit: 20, seconds: 10 * 60 };

const guess = (shop: Shop, { address }: ClientAddress) =>
  consume(shop, `admin-sign-in-guess:${rateLimitKey(address)}`, guessRateLimit);

/**
 * Emails a sign-in code and link to a staff member. For any other address, sends no email and returns the same response. @throws
 * TooManyRequests (429)
 */
export async function sendStaffCode(
  shop: Shop,
  { email, ...requester }: { email: string } & Requester,
  from: ClientAddress,
): Promise<CodeSent> {
  await consume(shop, `admin-sign-in:${rateLimitKey(from.address)}`, signInRateLimit);
  const isKnown = async (tx: Tx) => (await findStaffMember(tx, email)) !== undefined;
  return sendSignInEmail(shop, { entryPoint: 'admin', email, maySignIn: isKnown }, requester, from);
}

/** First step of the sign-in: checks the emailed code. @throws WrongCode (400), TooManyRequests (429) */
export async function verifyStaffCode(
  shop: Shop,
  code: { email: string; otp: string } & Requester,
  from: ClientAddress,
): Promise<SecondFactorPending> {
  await guess(shop, from);
  return consumeCode(shop, { entryPoint: 'admin', ...code }, from, (tx) =>
    openPending(tx, code.email, WrongCode),
  );
}

/**
 * First step of the sign-in with the link from the email, or with a link that the command line printed. @throws LinkEnded (410),
 * TooManyRequests (429)
 */
export async function verifyStaffLink(
  shop: Shop,
  link: string,
  from: ClientAddress,
): Promise<SecondFactorPending> {
  await guess(shop, from);
  return consumeLink(shop, { entryPoint: 'admin', link }, from, (tx, email) =>
    openPending(tx, email, LinkEnded),
  );
}

async function openPending(tx: Tx, email: string, notStaff: ProblemType): Promise<SecondFactorPending> {
  const row = await findStaffMember(tx, email);
  if (!row) throw notStaff();
  const pendingToken = await createStaffSession(tx, row.id, { factor: false });
  return { pendingToken, next: row.totpConfirmedAt ? 'factor' : 'set-up' };
}

/** Creates a secret for an authenticator app. Replaces an earlier secret that was not confirmed. @throws AlreadySetUp (409) */
export async function setUpTotp(shop: Shop, { id, email }: PendingStaff): Promise<TotpEnrollment> {
  const bytes = randomBytes(20);
  const offered = await shop.db
    .update(staff)
    .set({ totpSecret: encrypt(shop, bytes, id), lastTotpStep: null })
    .where(and(eq(staff.id, id), isNull(staff.totpConfirmedAt)))
    .returning({ id: staff.id });
  if (offered.length === 0) throw AlreadySetUp();
  return offerOf(shop, email, bytes);
}

/** Creates a secret for the new authenticator app of a signed-in staff member. The old app works until the new secret is confirmed. */
export async function offerNewTotp(shop: Shop, { id, email }: Staff): Promise<TotpEnrollment> {
  const bytes = randomBytes(20);
  await shop.db
    .update(staff)
    .set({ newTotpSecret: encrypt(shop, bytes, id) })
    .where(eq(staff.id, id));
  return offerOf(shop, email, bytes);
}

async function offerOf(shop: Shop, email: string, bytes: Uint8Array): Promise<TotpEnrollment> {
  const { name } = await readSettings(shop);
  const secret = toBase32(bytes);
  const uri = totpUri({ secret, shop: name, email });
  const { size, data } = encode(uri, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { secret, uri, qr: { size, path } };
}

/**
 * Confirms the new app with its first code. The old app then no longer works. @throws TooManyRequests (429), and the problems of
 * {@link checkFactor}
 */
export async function confirmNewTotp(
  shop: Shop,
  member: Staff,
  code: string,
  from: ClientAddress,
): Promise<void> {
  await guess(shop, from);
  const { newTotpSecret } = await consumeAttempt(shop, member);
  if (newTotpSecret === null) throw NotSetUp();
  const now = shop.clock.now();
  const step = matchTotp(decrypt(shop, newTotpSecret, member.id), code, { now, after: null });
  if (step === undefined) throw WrongFactor();
  await inTransaction(shop, async (tx) => {
    const replaced = await tx.db
      .update(staff)
      .set({
        totpSecret: newTotpSecret,
        newTotpSecret: null,
        totpConfirmedAt: now,
        lastTotpStep: step,
        failures: 0,
      })
      .where(and(eq(staff.id, member.id), eq(staff.newTotpSecret, newTotpSecret)))
      .returning({ id: staff.id });
    if (replaced.length === 0) throw WrongFactor();
    await auditOwnAction(tx, member, 'sign-in.replace-totp');
  });
  await resetAttempts(shop, member);
}

type FromBrowser = ClientAddress & { browser: string };

/**
 * Confirms a new secret with its first code and signs in. @throws AlreadySetUp (409), TooManyRequests (429), and the problems of
 * {@link checkFactor}
 */
export async function confirmTotp(
  shop: Shop,
  pendingStaff: PendingStaff,
  { code, device }: FactorInput,
  from: FromBrowser,
): Promise<FactorSetUp> {
  await guess(shop, from);
  const factor = await consumeAttempt(shop, pendingStaff);
  if (!(await consumeTotp(shop, pendingStaff, factor, code))) throw WrongFactor();
  const { codes, hashes } = newRecoveryCodes(shop, pendingStaff.id);
  return inTransaction(shop, async (tx) => {
    const confirmed = await tx.db
      .update(staff)
      .set({ totpConfirmedAt: tx.clock.now(), recoveryHashes: hashes })
      .where(and(eq(staff.id, pendingStaff.id), isNull(staff.totpConfirmedAt)))
      .returning({ id: staff.id });
    if (confirmed.length === 0) throw AlreadySetUp();
    await auditOwnAction(tx, pendingStaff, 'sign-in.set-up-totp');
    return { ...(await startSession(tx, pendingStaff, device, from)), recoveryCodes: codes };
  });
}

/**
 * Second step of the sign-in: checks the second factor and signs in. @throws TooManyRequests (429), and the problems of {@link
 * checkFactor}
 */
export async function verifyTotp(
  shop: Shop,
  pendingStaff: PendingStaff,
  { code, device }: FactorInput,
  from: FromBrowser,
): Promise<FactorVerified> {
  await guess(shop, from);
  if (!pendingStaff.isSetUp) throw WrongFactor();
  const factor = await checkFactor(shop, pendingStaff, code);
  const signedIn = await inTransaction(shop, (tx) => startSession(tx, pendingStaff, device, from));
  return { ...signedIn, factor };
}

/**
 * Replaces the pending session by a signed-in session with a new token. Of two concurrent requests, only one succeeds. @throws
 * NotStaff (401)
 */
async function startSession(
  tx: Tx,
  pendingStaff: PendingStaff,
  device: string | undefined,
  { browser }: FromBrowser,
): Promise<StaffSignedIn> {
  const deleted = await tx.db
    .delete(staffSessions)
    .where(eq(staffSessions.id, pendingStaff.sessionId))
    .returning({ id: staffSessions.id });
  if (deleted.length === 0) throw NotStaff();
  const token = await createStaffSession(tx, pendingStaff.id, { factor: true, browser });
  await storeDevice(tx, { entryPoint: 'admin', email: pendingStaff.email }, device);
  await auditOwnAction(tx, pendingStaff, 'sign-in.complete');
  return { token, staff: await readStaffMember(tx, pendingStaff.id) };
}

/** Checks the second factor of a signed-in staff member again. Returns the time until which it counts as fresh. */
export async function refreshTotp(
  shop: Shop,
  staffMember: Staff,
  code: string,
  from: ClientAddress,
): Promise<{ freshUntil: string }> {
  await guess(shop, from);
  await checkFactor(shop, staffMember, code);
  const now = shop.clock.now();
  await shop.db
    .update(staffSessions)
    .set({ factorAt: now })
    .where(eq(staffSessions.id, staffMember.sessionId));
  return { freshUntil: new Date(now.getTime() + freshMs).toISOString() };
}

export async function renewRecoveryCodes(shop: Shop, member: Staff): Promise<{ recoveryCodes: string[] }> {
  const { codes, hashes } = newRecoveryCodes(shop, member.id);
  await inTransaction(shop, async (tx) => {
    await tx.db.update(staff).set({ recoveryHashes: hashes }).where(eq(staff.id, member.id));
    await auditOwnAction(tx, member, 'sign-in.renew-recovery-codes');
  });
  return { recoveryCodes: codes };
}
