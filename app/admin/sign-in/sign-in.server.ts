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
import { consume, type RateLimit } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
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
import { checkFactor, consumeAttempt, consumeTotp, resetAttempts } from './factor.server.ts';
import { freshMs } from './for-staff.server.ts';
import { newRecoveryCodes } from './recovery-codes.server.ts';
import { findStaffMember, readStaffMember } from './staff.server.ts';
import { createStaffSession, type PendingStaff, type Staff } from './staff-sessions.server.ts';
import { matchTotp, toBase32, totpUri } from './totp.server.ts';

/** Few people work in a shop, and they sign in seldom. */
const signInRateLimit: RateLimit = { limit: 8, seconds: 15 * 60 };
const guessRateLimit: RateLimit = { limit: 20, seconds: 10 * 60 };

const guess = (shop: Shop, { address }: ClientAddress) =>
  consume(shop, `admin-sign-in-guess:${rateLimitKey(address)}`, guessRateLimit);

/** Sends an email that signs in a member of the staff. The answer is the same for every other address, which gets no email. Throws TooMany. */
export async function sendStaffCode(
  shop: Shop,
  { email, ...requester }: { email: string } & Requester,
  from: ClientAddress,
): Promise<CodeSent> {
  await consume(shop, `admin-sign-in:${rateLimitKey(from.address)}`, signInRateLimit);
  const isKnown = async (tx: Tx) => (await findStaffMember(tx, email)) !== undefined;
  return sendSignInEmail(shop, { entryPoint: 'admin', email, maySignIn: isKnown }, requester, from);
}

/** The first step: the mailed code opens the second one, and nothing else. Throws WrongCode and TooMany. */
export async function verifyStaffCode(
  shop: Shop,
  code: { email: string; otp: string } & Requester,
  from: ClientAddress,
): Promise<SecondFactorPending> {
  await guess(shop, from);
  return consumeCode(shop, { entryPoint: 'admin', ...code }, from, async (tx) => {
    const pending = await openPending(tx, code.email);
    if (!pending) throw WrongCode();
    return pending;
  });
}

/** The first step by the link of the email, or by one that was printed at the shop's machine. Throws LinkEnded and TooMany. */
export async function verifyStaffLink(
  shop: Shop,
  link: string,
  from: ClientAddress,
): Promise<SecondFactorPending> {
  await guess(shop, from);
  return consumeLink(shop, { entryPoint: 'admin', link }, from, async (tx, email) => {
    const pending = await openPending(tx, email);
    if (!pending) throw LinkEnded();
    return pending;
  });
}

async function openPending(tx: Tx, email: string): Promise<SecondFactorPending | undefined> {
  const row = await findStaffMember(tx, email);
  if (!row) return undefined;
  const pendingToken = await createStaffSession(tx, row.id, { factor: false });
  return { pendingToken, next: row.totpConfirmedAt ? 'factor' : 'set-up' };
}

/** Makes a secret for an authenticator app. It opens nothing until a code of it has come back; the newest one counts. */
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

/** Makes a secret for a new app of a member who is signed in. The old app works until a code of the new one has come back. */
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
  return { secret, uri, qr: qrOf(uri) };
}

/** Replaces the old app by the new one, of which `code` is the first. Throws as {@link checkFactor} does, and TooMany. */
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
    const action = { action: 'sign-in.replace-totp', subject: { kind: 'staff', id: member.id } };
    await insertAuditEntry(tx, member, action, {});
  });
  await resetAttempts(shop, member);
}

/** A path with one square for each dark module. */
function qrOf(text: string): TotpEnrollment['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

type FromBrowser = ClientAddress & { browser: string };

/** The first code of a new secret: from now on it is the second factor, and its owner is in. */
export async function confirmTotp(
  shop: Shop,
  pendingStaff: PendingStaff,
  { code, device }: FactorInput,
  from: FromBrowser,
): Promise<FactorSetUp> {
  await guess(shop, from);
  const stored = await consumeAttempt(shop, pendingStaff);
  if (!(await consumeTotp(shop, pendingStaff, stored, code))) throw WrongFactor();
  const { codes, hashes } = newRecoveryCodes(shop, pendingStaff.id);
  return inTransaction(shop, async (tx) => {
    const confirmed = await tx.db
      .update(staff)
      .set({ totpConfirmedAt: tx.clock.now(), recoveryHashes: hashes })
      .where(and(eq(staff.id, pendingStaff.id), isNull(staff.totpConfirmedAt)))
      .returning({ id: staff.id });
    if (confirmed.length === 0) throw AlreadySetUp();
    await insertAuditEntry(
      tx,
      pendingStaff,
      { action: 'sign-in.set-up-totp', subject: { kind: 'staff', id: pendingStaff.id } },
      {},
    );
    return { ...(await startSession(tx, pendingStaff, device, from)), recoveryCodes: codes };
  });
}

/** The second step, for those who have a second factor. Throws as {@link checkFactor} does, and TooMany. */
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

/** The session at the door ends, and one with a new token begins. Of two at once one comes in. */
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
  await insertAuditEntry(
    tx,
    pendingStaff,
    { action: 'sign-in.complete', subject: { kind: 'staff', id: pendingStaff.id } },
    {},
  );
  return { token, staff: await readStaffMember(tx, pendingStaff.id) };
}

/** Shows the second factor anew, inside. Answers until when it counts as fresh. */
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

/** Ten new recovery codes; the old ones open nothing any more. */
export async function renewRecoveryCodes(shop: Shop, member: Staff): Promise<{ recoveryCodes: string[] }> {
  const { codes, hashes } = newRecoveryCodes(shop, member.id);
  await inTransaction(shop, async (tx) => {
    await tx.db.update(staff).set({ recoveryHashes: hashes }).where(eq(staff.id, member.id));
    const action = { action: 'sign-in.renew-recovery-codes', subject: { kind: 'staff', id: member.id } };
    await insertAuditEntry(tx, member, action, {});
  });
  return { recoveryCodes: codes };
}
