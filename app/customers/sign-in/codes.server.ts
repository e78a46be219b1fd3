import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readSettings } from '../../content/content.server.ts';
import { keyedHash, sha256 } from '../../foundation/config/secret.server.ts';
import { readRows } from '../../foundation/database/read-rows.server.ts';
import { queueEmail } from '../../foundation/email/email.server.ts';
import { tooManyRequestsAfter } from '../../foundation/http/problem.ts';
import { consume, type RateLimit } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { signInByEmail } from '../accounts.server.ts';
import { type CodeSent, type SignedIn, WrongCode } from '../contract.ts';
import { toProfile } from '../profile/profile.server.ts';
import { createSession } from '../sessions.server.ts';
import { type CodeAudience, codesSent, signInRequests } from '../tables.server.ts';
import { signInEmail } from './code-email.server.ts';
import { deviceHmacOf, isKnownDevice, storeDevice } from './devices.server.ts';
import { linkUrl } from './links.server.ts';
import { earlyRequestMessage, maxCodesPerDay, secondsToNextEmail } from './rules.ts';

const daySeconds = 24 * 3600;
const triesOfACode = 5;

/** Behind one address of a mobile network stand thousands of phones. */
export const clientRateLimit: RateLimit = { limit: 300, seconds: 3600 };

/** Where a call comes from: the client's network address. */
export type ClientAddress = { address: string };

/** Who is to be signed in, and where. */
export type SignInTarget = { entryPoint: CodeAudience; email: string };

/** What the requesting browser knows beside the address: the id of its earlier request, and its device token. */
export type Requester = { requestId?: string | undefined; device?: string | undefined };

/**
 * Sends an email that signs in to the shop. The answer is the same whether or not the address has an account, because the shop does not
 * look. Throws TooMany.
 */
export function sendCode(
  shop: Shop,
  { email, ...requester }: { email: string } & Requester,
  client: ClientAddress,
): Promise<CodeSent> {
  return sendSignInEmail(shop, { entryPoint: 'shop', email, maySignIn: async () => true }, requester, client);
}

type Recipient = SignInTarget & {
  /** Whether the address may sign in. To another one no email is sent; everything else, and the answer, is the same. */
  maySignIn: (tx: Tx) => Promise<boolean>;
};

/**
 * Sends an email with a code and a link that sign in at one entry point. After ten codes in 24 hours the email has the link only. Earlier
 * codes and links go on working, so that a stranger's request ends no other. Returns the request's id, with which the code can be guessed
 * five times whatever others guess. Throws TooMany.
 */
export async function sendSignInEmail(
  shop: Shop,
  { maySignIn, ...at }: Recipient,
  requester: Requester,
  client: ClientAddress,
): Promise<CodeSent> {
  // Counted first: a client that is refused for its own requests uses up nothing of the address.
  await consume(shop, `code-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const settings = await readSettings(shop);
  const minutes = settings.codeMinutes;
  const [code, secret] = [newCode(), newSecret()];
  const sent = await inTransaction(shop, async (tx) => {
    const email = await countEmail(tx, at, requester.device);
    const expiresAt = new Date(tx.clock.now().getTime() + minutes * 60_000);
    const requestId = (await findRequestId(tx, at, requester.requestId)) ?? newSecret();
    await tx.db.insert(signInRequests).values({
      ...at,
      requestHash: sha256(requestId),
      codeHmac: email.linkOnly ? null : hmacOf(tx, at, code).toString('hex'),
      linkHash: sha256(secret),
      triesByEmail: email.byEmail ? 0 : null,
      sentAt: tx.clock.now(),
      endsAt: expiresAt,
    });
    await deleteEnded(tx);
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
      : 'The code is on its way. Please look into your mail.',
    resendAfter: sent.resendAfter,
    minutes,
    requestId: sent.requestId,
    sent: sent.linkOnly ? 'link' : 'code',
  };
}

/** Hashes for one entry point are of no use at the other, and requests at one are not counted at the other. */
const purposes = {
  shop: { code: 'code to sign in', allowance: 'allowance of an address' },
  admin: { code: 'code to enter the back office', allowance: 'allowance of an address at the back office' },
} as const satisfies Record<CodeAudience, object>;

const Counted = z.object({
  name: z.string(),
  codes: z.number(),
  links: z.number(),
  /** Whole seconds since the last email, and whether that had a link only. */
  age: z.number(),
  linkOnly: z.boolean(),
});

/**
 * Counts one email to an address, or decides that it comes too early (TooMany). Requests for one address wait for each other here, so that
 * of two at once the second one is refused. A browser that signed in before is counted on its own.
 */
async function countEmail(
  tx: Tx,
  at: SignInTarget,
  device: string | undefined,
): Promise<{ linkOnly: boolean; byEmail: boolean; resendAfter: number }> {
  const now = tx.clock.now();
  const ofAddress = keyedHash(tx, purposes[at.entryPoint].allowance, at.email).toString('base64url');
  await tx.db.execute(sql`select pg_advisory_xact_lock(7266, hashtext(${ofAddress}))`);
  const isKnown = device !== undefined && (await isKnownDevice(tx, at, device));
  const ofRequester = isKnown ? deviceHmacOf(tx, at, device) : ofAddress;
  const names = [...new Set([ofAddress, ofRequester])];
  const counted = readRows(
    Counted,
    await tx.db.execute(sql`
      select name, count(*) filter (where not link_only)::int as codes, count(*) filter (where link_only)::int as links,
        floor(extract(epoch from ${now.toISOString()}::timestamptz - max(at)))::int as age,
        (array_agg(link_only order by at desc))[1] as "linkOnly"
      from ${codesSent}
      where ${inArray(codesSent.name, names)} and ${gt(codesSent.at, new Date(now.getTime() - daySeconds * 1000))}
      group by name`),
  );
  const countOf = (name: string) => counted.find((row) => row.name === name) ?? { codes: 0, links: 0 };
  const last = counted.find(({ name }) => name === ofRequester);
  const wait = last ? secondsToNextEmail(last.links) - last.age : 0;
  if (last && wait > 0) throw tooManyRequestsAfter(earlyRequestMessage(last, wait), wait);

  const { codes, links } = countOf(ofRequester);
  const linkOnly = codes >= maxCodesPerDay;
  // A code that works without the request's id can be guessed from everywhere, so an address has at most ten of these a day.
  const byEmail = !linkOnly && countOf(ofAddress).codes < maxCodesPerDay;
  await tx.db
    .insert(codesSent)
    .values((byEmail ? names : [ofRequester]).map((name) => ({ name, linkOnly, at: now })));
  return { linkOnly, byEmail, resendAfter: secondsToNextEmail(links + (linkOnly ? 1 : 0)) };
}

/** Returns the id that a browser has from an earlier request, if that one still works: all its codes are then verified by one id. */
async function findRequestId(
  tx: Tx,
  at: SignInTarget,
  requestId: string | undefined,
): Promise<string | undefined> {
  if (!requestId) return undefined;
  const [row] = await tx.db
    .select({ id: signInRequests.id })
    .from(signInRequests)
    .where(and(isOpen(tx, at), eq(signInRequests.requestHash, sha256(requestId))))
    .limit(1);
  return row && requestId;
}

type Guess = { email: string; otp: string } & Requester;

/** Signs in with an emailed code, and creates the account if there is none. Throws WrongCode and TooMany. */
export function verifyCode(shop: Shop, guess: Guess, client: ClientAddress): Promise<SignedIn> {
  return consumeCode(shop, { entryPoint: 'shop', ...guess }, client, (tx) =>
    signInToShop(tx, guess.email, guess.device),
  );
}

/** Signs in an address that was just proven, and remembers the browser. */
export async function signInToShop(tx: Tx, email: string, device: string | undefined): Promise<SignedIn> {
  const customer = await signInByEmail(tx, email);
  const token = await createSession(tx, customer.id);
  await storeDevice(tx, { entryPoint: 'shop', email: customer.email }, device);
  return { success: true, token, user: toProfile(customer) };
}

/**
 * Runs `onAccepted` for a correct code, in the transaction that marks the code as used. With a request's id, compares the
 * codes of that request, at most five times each. Without an id, compares the newest code of the email address, also at
 * most five times.
 * @throws WrongCode, without the reason; TooMany
 */
export async function consumeCode<T>(
  shop: Shop,
  { otp, requestId, entryPoint, email }: { entryPoint: CodeAudience } & Guess,
  client: ClientAddress,
  onAccepted: (tx: Tx) => Promise<T>,
): Promise<T> {
  await consume(shop, `guess-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const at = { entryPoint, email };
  const inputHmac = hmacOf(shop, at, otp);
  const candidates =
    requestId === undefined ? await tryByEmail(shop, at) : await tryById(shop, at, requestId);
  const right = candidates.find(
    ({ codeHmac }) => codeHmac !== null && timingSafeEqual(inputHmac, Buffer.from(codeHmac, 'hex')),
  );
  if (!right) throw WrongCode();
  return inTransaction(shop, async (tx) => {
    if (!(await consumeRequest(tx, eq(signInRequests.id, right.id)))) throw WrongCode();
    return onAccepted(tx);
  });
}

/** Ends a code and its link. Of two that use one at once, or use both, one finds the row. Returns whose request it was. */
export async function consumeRequest(shop: Shop, which: SQL | undefined): Promise<SignInTarget | undefined> {
  const [used] = await shop.db
    .update(signInRequests)
    .set({ usedAt: shop.clock.now() })
    .where(and(which, isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now())))
    .returning({ entryPoint: signInRequests.entryPoint, email: signInRequests.email });
  return used;
}

type Candidate = { id: string; codeHmac: string | null };
const candidate = { id: signInRequests.id, codeHmac: signInRequests.codeHmac };

/*
 * Each counts one try in one statement, outside of any transaction that could undo the count: of many guesses at once five are compared.
 */

function tryById(shop: Shop, at: SignInTarget, requestId: string): Promise<Candidate[]> {
  return shop.db
    .update(signInRequests)
    .set({ tries: sql`${signInRequests.tries} + 1` })
    .where(
      and(
        isOpen(shop, at),
        eq(signInRequests.requestHash, sha256(requestId)),
        isNotNull(signInRequests.codeHmac),
        lt(signInRequests.tries, triesOfACode),
      ),
    )
    .returning(candidate);
}

function tryByEmail(shop: Shop, at: SignInTarget): Promise<Candidate[]> {
  const newest = sql`select ${signInRequests.id} from ${signInRequests}
    where ${and(isAt(at), isNotNull(signInRequests.triesByEmail))}
    order by ${signInRequests.sentAt} desc, ${signInRequests.id} limit 1`;
  return shop.db
    .update(signInRequests)
    .set({ triesByEmail: sql`${signInRequests.triesByEmail} + 1` })
    .where(
      and(
        isOpen(shop, at),
        eq(signInRequests.id, sql`(${newest})`),
        lt(signInRequests.triesByEmail, triesOfACode),
      ),
    )
    .returning(candidate);
}

const isAt = ({ entryPoint, email }: SignInTarget) =>
  and(eq(signInRequests.email, email), eq(signInRequests.entryPoint, entryPoint));

const isOpen = (shop: Shop, at: SignInTarget) =>
  and(isAt(at), isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now()));

/** Requests come as often as they end, so each deletes a few that have. */
async function deleteEnded(tx: Tx): Promise<void> {
  const now = tx.clock.now();
  const ended = sql`select ${signInRequests.id} from ${signInRequests}
    where ${signInRequests.endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  await tx.db.delete(signInRequests).where(inArray(signInRequests.id, sql`(${ended})`));
  const old = sql`select ${codesSent.id} from ${codesSent}
    where ${codesSent.at} <= ${new Date(now.getTime() - daySeconds * 1000).toISOString()}::timestamptz limit 100 for update skip locked`;
  await tx.db.delete(codesSent).where(inArray(codesSent.id, sql`(${old})`));
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** 256 random bits. */
const newSecret = () => randomBytes(32).toString('base64url');

function hmacOf(shop: Shop, { entryPoint, email }: SignInTarget, code: string): Buffer {
  return keyedHash(shop, purposes[entryPoint].code, email, code);
}
