import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { days, minutes } from '../../foundation/clock.ts';
import { keyedHash, sha256 } from '../../foundation/config/secret.server.ts';
import { sqlTime } from '../../foundation/database/columns.server.ts';
import { deleteExpired } from '../../foundation/database/delete-expired.server.ts';
import { queueEmail } from '../../foundation/email/email.server.ts';
import { tooManyRequestsAfter } from '../../foundation/http/problem.ts';
import { consume, type RateLimit } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { type Customer, signInByEmail } from '../accounts.server.ts';
import { type CodeSent, type SignedIn, WrongCode } from '../contract.ts';
import { toProfile } from '../profile/profile.server.ts';
import { createSession } from '../sessions.server.ts';
import { type CodeAudience, codesSent, signInRequests } from '../tables.server.ts';
import { signInEmail } from './code-email.server.ts';
import { deviceHmacOf, isKnownDevice, storeDevice } from './devices.server.ts';
import { linkUrl } from './links.server.ts';
import { earlyRequestMessage, maxCodesPerDay, secondsToNextEmail } from './rules.ts';

const dayBefore = (time: Date) => new Date(time.getTime() - days(1));
const maxTries = 5;

/**
 * Limit of each kind of sign-in request from one network address. It is high because thousands of phones in a mobile network
 * share one address.
 */
export const clientRateLimit: RateLimit = { limit: 300, seconds: 3600 };

export type ClientAddress = { address: string };

export type SignInTarget = { entryPoint: CodeAudience; email: string };

/** The id of the browser's earlier request for a code, and the browser's device token. */
export type Requester = { requestId?: string | undefined; device?: string | undefined };

/**
 * Sends an email with which the recipient can sign in to the shop. The response does not reveal whether the address has an
 * account. @throws TooManyRequests (429)
 */
export function sendCode(
  shop: Shop,
  { email, ...requester }: { email: string } & Requester,
  client: ClientAddress,
): Promise<CodeSent> {
  return sendSignInEmail(shop, { entryPoint: 'shop', email, maySignIn: async () => true }, requester, client);
}

type Recipient = SignInTarget & {
  /** Called before the email is sent. If it returns false, no email is sent, but the response is the same. */
  maySignIn: (tx: Tx) => Promise<boolean>;
};

/**
 * Sends an email with a code and a link to sign in; after ten codes in 24 hours, only a link. Earlier codes and links stay valid,
 * so a request by another person does not invalidate them. Returns the id of the request.
 * @throws TooManyRequests (429)
 */
export async function sendSignInEmail(
  shop: Shop,
  { maySignIn, ...at }: Recipient,
  requester: Requester,
  client: ClientAddress,
): Promise<CodeSent> {
  // Count the client's limit first, so that a client over its own limit does not use up the limit of the email address.
  await consume(shop, `code-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const settings = await readSettings(shop);
  const [code, secret] = [newCode(), newSecret()];
  const sent = await inTransaction(shop, async (tx) => {
    const email = await countEmail(tx, at, requester.device);
    const now = tx.clock.now();
    const expiresAt = new Date(now.getTime() + minutes(settings.codeMinutes));
    const requestId = (await findRequestId(tx, at, requester.requestId)) ?? newSecret();
    await tx.db.insert(signInRequests).values({
      ...at,
      requestHash: sha256(requestId),
      codeHmac: email.linkOnly ? null : hmacOf(tx, at, code).toString('hex'),
      linkHash: sha256(secret),
      triesByEmail: email.byEmail ? 0 : null,
      sentAt: now,
      endsAt: expiresAt,
    });
    await deleteExpired(tx, signInRequests.id, signInRequests.endsAt, now);
    await deleteExpired(tx, codesSent.id, codesSent.at, dayBefore(now));
    if (await maySignIn(tx)) {
      const url = linkUrl(shop.config.publicUrl, at.entryPoint, secret);
      const content = { to: at.email, url, ...(email.linkOnly ? {} : { code }) };
      await queueEmail(tx, { ...signInEmail(settings, content), expiresAt });
    }
    return { ...email, requestId };
  });
  shop.wakeEmailWorker();
  return {
    success: true,
    message: sent.linkOnly
      ? 'An email with a link is on its way. Open it and press the link to sign in.'
      : 'The code is on its way. Please check your email.',
    resendAfter: sent.resendAfter,
    minutes: settings.codeMinutes,
    requestId: sent.requestId,
    sent: sent.linkOnly ? 'link' : 'code',
  };
}

/**
 * Purposes of the keyed hashes. They differ for shop and admin, so that a code for one is not valid for the other, and emails are
 * counted separately. Do not change these texts, because stored hashes depend on them.
 */
const purposes = {
  shop: { code: 'code to sign in', limit: 'allowance of an address' },
  admin: { code: 'code to enter the back office', limit: 'allowance of an address at the back office' },
} as const satisfies Record<CodeAudience, object>;

/**
 * Counts an email to an address. Locks the address, so that concurrent requests are counted one after the other. A browser that
 * has signed in with the address before has its own limit.
 * @throws TooManyRequests (429) if the wait after the last email is not over
 */
async function countEmail(
  tx: Tx,
  target: SignInTarget,
  device: string | undefined,
): Promise<{ linkOnly: boolean; byEmail: boolean; resendAfter: number }> {
  const now = tx.clock.now();
  const ofAddress = keyedHash(tx, purposes[target.entryPoint].limit, target.email).toString('base64url');
  await tx.db.execute(sql`select pg_advisory_xact_lock(7266, hashtext(${ofAddress}))`);
  const isKnown = device !== undefined && (await isKnownDevice(tx, target, device));
  const ofRequester = isKnown ? deviceHmacOf(tx, target, device) : ofAddress;
  const names = [...new Set([ofAddress, ofRequester])];
  const counted = await tx.db
    .select({
      name: codesSent.name,
      codes: sql<number>`(count(*) filter (where not ${codesSent.linkOnly}))::int`,
      links: sql<number>`(count(*) filter (where ${codesSent.linkOnly}))::int`,
      /** Number of seconds since the last email. */
      age: sql<number>`floor(extract(epoch from ${sqlTime(now)} - max(${codesSent.at})))::int`,
      linkOnly: sql<boolean>`(array_agg(${codesSent.linkOnly} order by ${codesSent.at} desc))[1]`,
    })
    .from(codesSent)
    .where(and(inArray(codesSent.name, names), gt(codesSent.at, dayBefore(now))))
    .groupBy(codesSent.name);
  const countOf = (name: string) => counted.find((row) => row.name === name) ?? { codes: 0, links: 0 };
  const last = counted.find(({ name }) => name === ofRequester);
  const wait = last ? secondsToNextEmail(last.links) - last.age : 0;
  if (last && wait > 0) throw tooManyRequestsAfter(earlyRequestMessage(last, wait), wait);

  const { codes, links } = countOf(ofRequester);
  const linkOnly = codes >= maxCodesPerDay;
  // A code that works with the email address alone, without the request's id, can be guessed by anyone who knows the address. So
  // at most ten such codes are sent to an address per day.
  const byEmail = !linkOnly && countOf(ofAddress).codes < maxCodesPerDay;
  await tx.db
    .insert(codesSent)
    .values((byEmail ? names : [ofRequester]).map((name) => ({ name, linkOnly, at: now })));
  return { linkOnly, byEmail, resendAfter: secondsToNextEmail(links + (linkOnly ? 1 : 0)) };
}

/**
 * Returns the id of the browser's earlier request if its code is still valid. The new code gets the same id, so that the browser
 * can enter either code.
 */
async function findRequestId(
  tx: Tx,
  target: SignInTarget,
  requestId: string | undefined,
): Promise<string | undefined> {
  if (!requestId) return undefined;
  const open = and(isOpen(tx, target), eq(signInRequests.requestHash, sha256(requestId)));
  return (await tx.db.$count(signInRequests, open)) > 0 ? requestId : undefined;
}

type Guess = { email: string; otp: string } & Requester;

/** Signs in with an emailed code. Creates the account if there is none. @throws WrongCode (400), TooManyRequests (429) */
export function verifyCode(shop: Shop, guess: Guess, client: ClientAddress): Promise<SignedIn> {
  return consumeCode(shop, { entryPoint: 'shop', ...guess }, client, async (tx) =>
    openSession(tx, await signInByEmail(tx, guess.email), guess.device),
  );
}

/** Creates a session for the customer, and stores that the browser has signed in. */
export async function openSession(tx: Tx, customer: Customer, device: string | undefined): Promise<SignedIn> {
  const token = await createSession(tx, customer.id);
  await storeDevice(tx, { entryPoint: 'shop', email: customer.email }, device);
  return { success: true, token, user: toProfile(customer) };
}

/**
 * Verifies a code, and calls `onAccepted` in the transaction that marks the code as used. With a `requestId`, every valid code of
 * this id is accepted. Without it, only one code is accepted: the newest code of the email address that is valid without its
 * request's id. Each code can be guessed five times with the id, and five times without it.
 * @throws WrongCode (400), without the reason; TooManyRequests (429)
 */
export async function consumeCode<T>(
  shop: Shop,
  { otp, requestId, entryPoint, email }: { entryPoint: CodeAudience } & Guess,
  client: ClientAddress,
  onAccepted: (tx: Tx) => Promise<T>,
): Promise<T> {
  await consume(shop, `guess-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const target = { entryPoint, email };
  const inputHmac = hmacOf(shop, target, otp);
  const candidates = await (requestId === undefined
    ? countTry(shop, target, eq(signInRequests.id, newestByEmail(target)), 'triesByEmail')
    : countTry(shop, target, hasCodeOf(requestId), 'tries'));
  const match = candidates.find(
    ({ codeHmac }) => codeHmac !== null && timingSafeEqual(inputHmac, Buffer.from(codeHmac, 'hex')),
  );
  if (!match) throw WrongCode();
  return inTransaction(shop, async (tx) => {
    if (!(await consumeRequest(tx, eq(signInRequests.id, match.id)))) throw WrongCode();
    return onAccepted(tx);
  });
}

/** Marks a code and its link as used. Returns the request. Returns undefined if the code was used or has expired. */
export async function consumeRequest(shop: Shop, which: SQL | undefined): Promise<SignInTarget | undefined> {
  const [used] = await shop.db
    .update(signInRequests)
    .set({ usedAt: shop.clock.now() })
    .where(and(which, isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now())))
    .returning({ entryPoint: signInRequests.entryPoint, email: signInRequests.email });
  return used;
}

/**
 * Counts one guess for each valid code that `which` selects and that has had fewer than five guesses. Returns these codes. Runs
 * as one statement outside of a transaction, because a rollback would undo the count. Concurrent guesses therefore get five tries
 * in total.
 */
function countTry(
  shop: Shop,
  target: SignInTarget,
  which: SQL | undefined,
  counter: 'tries' | 'triesByEmail',
) {
  return shop.db
    .update(signInRequests)
    .set({ [counter]: sql`${signInRequests[counter]} + 1` })
    .where(and(isOpen(shop, target), which, lt(signInRequests[counter], maxTries)))
    .returning({ id: signInRequests.id, codeHmac: signInRequests.codeHmac });
}

const hasCodeOf = (requestId: string) =>
  and(eq(signInRequests.requestHash, sha256(requestId)), isNotNull(signInRequests.codeHmac));

/** Subquery of the newest request whose code is valid without the request's id. */
const newestByEmail = (target: SignInTarget) => sql`(select ${signInRequests.id} from ${signInRequests}
  where ${and(isAt(target), isNotNull(signInRequests.triesByEmail))}
  order by ${signInRequests.sentAt} desc, ${signInRequests.id} limit 1)`;

const isAt = ({ entryPoint, email }: SignInTarget) =>
  and(eq(signInRequests.email, email), eq(signInRequests.entryPoint, entryPoint));

const isOpen = (shop: Shop, target: SignInTarget) =>
  and(isAt(target), isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now()));

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

const newSecret = () => randomBytes(32).toString('base64url');

function hmacOf(shop: Shop, { entryPoint, email }: SignInTarget, code: string): Buffer {
  return keyedHash(shop, purposes[entryPoint].code, email, code);
}
