import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import { queueEmail } from '../../foundation/email/email.server.ts';
import { tooMany } from '../../foundation/http/problem.ts';
import { consume, formatWait, type RateLimit } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { signInByEmail } from '../accounts.server.ts';
import { type CodeSent, type SignedIn, WrongCode } from '../contract.ts';
import { toProfile } from '../profile/profile.server.ts';
import { createSession } from '../sessions.server.ts';
import { type CodeAudience, codesSent, signInCodes } from '../tables.server.ts';
import { codeEmail } from './code-email.server.ts';

const hour = 3600;
const resendAfter = 30;
const triesOfACode = 5;

/** Behind one address of a mobile network stand thousands of phones. */
export const clientRateLimit: RateLimit = { limit: 300, seconds: hour };

/** The next code may be asked for in a moment. */
const aMoment: RateLimit = {
  limit: 1,
  seconds: resendAfter,
  error: (wait) =>
    tooMany(
      `A code is on its way. You can ask for another in ${wait === 1 ? 'a second' : `${wait} seconds`}.`,
      wait,
    ),
};

/** How many codes an address gets in any such time, whenever it begins. */
const mostCodes = [
  { limit: 5, seconds: hour },
  { limit: 10, seconds: 24 * hour },
];

/** Where a call comes from: the client's network address. */
export type From = { address: string };

/**
 * Mails a code to sign in with; the newest code of an address is the only one that works. The answer is the same
 * whether or not the address has an account, because nobody looks. Throws TooMany.
 */
export function sendCode(shop: Shop, email: string, from: From): Promise<CodeSent> {
  return emailCode(shop, { entryPoint: 'shop', email, isKnown: async () => true }, from);
}

type Input = {
  entryPoint: CodeAudience;
  email: string;
  /** Nobody else gets a mail, and nobody is told so: everything but the mail is done all the same. */
  isKnown: (tx: Tx) => Promise<boolean>;
};

/** Mails a code that is good for one entry point, and no other. The answer is the same for everybody. Throws TooMany. */
export async function emailCode(
  shop: Shop,
  { entryPoint, email, isKnown }: Input,
  from: From,
): Promise<CodeSent> {
  // Counted first: whoever is refused for themselves takes nothing from the owner of the address.
  await consume(shop, `code-from:${rateLimitKey(from.address)}`, clientRateLimit);
  const name = keyedHash(shop, purposes[entryPoint].allowance, email).toString('base64url');
  await refuseMany(shop, name);
  await consume(shop, `code-soon:${name}`, aMoment);

  const settings = await readSettings(shop);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(shop, async (tx) => {
    const expiresAt = await insertCode(tx, { entryPoint, email }, code, settings.codeMinutes);
    await tx.db.insert(codesSent).values({ name, at: tx.clock.now() });
    if (await isKnown(tx)) await queueEmail(tx, { ...codeEmail(settings, { to: email, code }), expiresAt });
  });
  shop.wakeEmailWorker();
  return {
    success: true,
    message: 'The code is on its way. Please look into your mail.',
    resendAfter,
    minutes: settings.codeMinutes,
  };
}

/** What is hashed for one entry point is of no use at the other, and who asks at one takes nothing from who asks at the other. */
const purposes = {
  shop: { code: 'code to sign in', allowance: 'allowance of an address' },
  admin: { code: 'code to enter the back office', allowance: 'allowance of an address at the back office' },
} as const satisfies Record<CodeAudience, object>;

/** Throws TooMany when this address has had its codes. Only one is sent at a time: see {@link aMoment}. */
async function refuseMany(shop: Shop, name: string): Promise<void> {
  const now = shop.clock.now();
  const dayAgo = new Date(now.getTime() - 24 * hour * 1000);
  await shop.db.delete(codesSent).where(and(eq(codesSent.name, name), lte(codesSent.at, dayAgo)));
  const sent = await shop.db
    .select({ at: codesSent.at })
    .from(codesSent)
    .where(eq(codesSent.name, name))
    .orderBy(desc(codesSent.at))
    .limit(10);
  for (const { limit, seconds } of mostCodes) {
    const last = sent[limit - 1];
    if (!last) continue;
    const again = new Date(last.at.getTime() + seconds * 1000);
    const wait = Math.ceil((again.getTime() - now.getTime()) / 1000);
    if (wait > 0) throw tooMany(`That was a lot at once. Please try again ${formatWait(now, again)}.`, wait);
  }
}

/** Whose code it is, and what it opens. */
type At = { entryPoint: CodeAudience; email: string };

/** Answers until when the code works. */
async function insertCode(shop: Shop, at: At, code: string, minutes: number): Promise<Date> {
  const now = shop.clock.now();
  const fresh = {
    codeHmac: hmacOf(shop, at, code).toString('hex'),
    tries: 0,
    sentAt: now,
    endsAt: new Date(now.getTime() + minutes * 60_000),
  };
  await shop.db
    .insert(signInCodes)
    .values({ ...at, ...fresh })
    .onConflictDoUpdate({ target: [signInCodes.email, signInCodes.entryPoint], set: fresh });
  await forgetEnded(shop, now);
  return fresh.endsAt;
}

/**
 * Signs in whoever knows the code that was sent last to this address, and makes their account if there is none.
 * Throws WrongCode, which does not tell why, and TooMany.
 */
export function verifyCode(
  shop: Shop,
  { email, otp }: { email: string; otp: string },
  from: From,
): Promise<SignedIn> {
  return consumeCode(shop, { entryPoint: 'shop', email, otp }, from, async (tx) => {
    const customer = await signInByEmail(tx, email);
    const token = await createSession(tx, customer.id);
    return { success: true, token, user: toProfile(customer) };
  });
}

/**
 * Does `enter` for whoever knows the code that was sent last to this address for this entry point, in the transaction that
 * uses the code up. A code works once, and has five tries. Throws WrongCode, which does not tell why, and TooMany.
 */
export async function consumeCode<T>(
  shop: Shop,
  { otp, ...at }: At & { otp: string },
  from: From,
  enter: (tx: Tx) => Promise<T>,
): Promise<T> {
  await consume(shop, `guess-from:${rateLimitKey(from.address)}`, clientRateLimit);
  const inputHmac = hmacOf(shop, at, otp);
  const stored = await consumeTry(shop, at);
  if (stored === undefined || !timingSafeEqual(inputHmac, Buffer.from(stored, 'hex'))) throw WrongCode();
  return inTransaction(shop, async (tx) => {
    // Of two right guesses at once, and of a guess and a newer code, one finds the row.
    const used = await tx.db
      .delete(signInCodes)
      .where(and(isAt(at), eq(signInCodes.codeHmac, stored)))
      .returning({ email: signInCodes.email });
    if (used.length === 0) throw WrongCode();
    return enter(tx);
  });
}

/**
 * Counts one try, and answers the HMAC to compare with; `undefined` when there is no code, or none that still works. One
 * statement counts, outside of any transaction that could take the count back: of a burst of guesses five are looked at.
 */
async function consumeTry(shop: Shop, at: At): Promise<string | undefined> {
  const [code] = await shop.db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(and(isAt(at), lt(signInCodes.tries, triesOfACode), gt(signInCodes.endsAt, shop.clock.now())))
    .returning({ codeHmac: signInCodes.codeHmac });
  return code?.codeHmac;
}

const isAt = ({ entryPoint, email }: At) =>
  and(eq(signInCodes.email, email), eq(signInCodes.entryPoint, entryPoint));

/** Codes come as often as codes end, so each clears away a few of those. */
async function forgetEnded(shop: Shop, now: Date): Promise<void> {
  const ended = sql`select ${signInCodes.email}, ${signInCodes.entryPoint} from ${signInCodes}
    where ${signInCodes.endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db
    .delete(signInCodes)
    .where(sql`(${signInCodes.email}, ${signInCodes.entryPoint}) in (${ended})`);
  const old = sql`select ${codesSent.id} from ${codesSent}
    where ${codesSent.at} <= ${new Date(now.getTime() - 24 * hour * 1000).toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db.delete(codesSent).where(inArray(codesSent.id, sql`(${old})`));
}

function hmacOf(shop: Shop, { entryPoint, email }: At, code: string): Buffer {
  return keyedHash(shop, purposes[entryPoint].code, email, code);
}
