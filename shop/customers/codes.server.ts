import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { type Allowance, spend, waitInWords } from '../foundation/allowance.server.ts';
import { bucketOf } from '../foundation/allowance-bucket.server.ts';
import { queueMail } from '../foundation/mail.server.ts';
import { TooMany } from '../foundation/problem.ts';
import { keyedHash } from '../foundation/secret.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { enterByEmail } from './accounts.server.ts';
import { letterOfCode } from './code-letter.server.ts';
import { type CodeSent, type SignedIn, WrongCode } from './contract.ts';
import { toProfile } from './profile.server.ts';
import { openSession } from './sessions.server.ts';
import { codesSent, signInCodes } from './tables.server.ts';

const hour = 3600;
const resendAfter = 30;
const triesOfACode = 5;

/** Behind one address of a mobile network stand thousands of phones. */
export const clientAllowance: Allowance = { limit: 300, seconds: hour };

/** The next code may be asked for in a moment. */
const aMoment: Allowance = {
  limit: 1,
  seconds: resendAfter,
  refusal: (wait) =>
    TooMany(
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
export async function sendCode(shop: Shop, email: string, from: From): Promise<CodeSent> {
  // Counted first: whoever is refused for themselves takes nothing from the owner of the address.
  await spend(shop, `code-from:${bucketOf(from.address)}`, clientAllowance);
  const name = keyedHash(shop, 'allowance of an address', email).toString('base64url');
  await refuseMany(shop, name);
  await spend(shop, `code-soon:${name}`, aMoment);

  const settings = await readSettings(shop);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(shop, async (inside) => {
    const until = await keepCode(inside, email, code, settings.codeMinutes);
    await inside.db.insert(codesSent).values({ name, at: inside.clock.now() });
    await queueMail(inside, { ...letterOfCode(settings, { to: email, code }), until });
  });
  shop.postSoon();
  return {
    success: true,
    message: 'The code is on its way. Please look into your mail.',
    resendAfter,
    minutes: settings.codeMinutes,
  };
}

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
    if (wait > 0) throw TooMany(`That was a lot at once. Please try again ${waitInWords(now, again)}.`, wait);
  }
}

/** Answers until when the code works. */
async function keepCode(shop: Shop, email: string, code: string, minutes: number): Promise<Date> {
  const now = shop.clock.now();
  const fresh = {
    codeHmac: hmacOf(shop, email, code).toString('hex'),
    tries: 0,
    sentAt: now,
    endsAt: new Date(now.getTime() + minutes * 60_000),
  };
  await shop.db
    .insert(signInCodes)
    .values({ email, ...fresh })
    .onConflictDoUpdate({ target: signInCodes.email, set: fresh });
  await forgetEnded(shop, now);
  return fresh.endsAt;
}

/**
 * Signs in whoever knows the code that was sent last to this address, and makes their account if there is none. A
 * code works once, and has five tries. Throws WrongCode, which does not tell why, and TooMany.
 */
export async function verifyCode(
  shop: Shop,
  { email, otp }: { email: string; otp: string },
  from: From,
): Promise<SignedIn> {
  await spend(shop, `guess-from:${bucketOf(from.address)}`, clientAllowance);
  const typed = hmacOf(shop, email, otp);
  const kept = await takeTry(shop, email);
  if (kept === undefined || !timingSafeEqual(typed, Buffer.from(kept, 'hex'))) throw WrongCode();
  return inTransaction(shop, async (inside) => {
    // Of two right guesses at once, and of a guess and a newer code, one finds the row.
    const used = await inside.db
      .delete(signInCodes)
      .where(and(eq(signInCodes.email, email), eq(signInCodes.codeHmac, kept)))
      .returning({ email: signInCodes.email });
    if (used.length === 0) throw WrongCode();
    const customer = await enterByEmail(inside, email);
    const token = await openSession(inside, customer.id);
    return { success: true, token, user: toProfile(customer) };
  });
}

/**
 * Counts one try, and answers the HMAC to compare with; `undefined` when there is no code, or none that still works. One
 * statement counts, outside of any transaction that could take the count back: of a burst of guesses five are looked at.
 */
async function takeTry(shop: Shop, email: string): Promise<string | undefined> {
  const [code] = await shop.db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.email, email),
        lt(signInCodes.tries, triesOfACode),
        gt(signInCodes.endsAt, shop.clock.now()),
      ),
    )
    .returning({ codeHmac: signInCodes.codeHmac });
  return code?.codeHmac;
}

/** Codes come as often as codes end, so each clears away a few of those. */
async function forgetEnded(shop: Shop, now: Date): Promise<void> {
  const ended = sql`select ${signInCodes.email} from ${signInCodes}
    where ${signInCodes.endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db.delete(signInCodes).where(inArray(signInCodes.email, sql`(${ended})`));
  const old = sql`select ${codesSent.id} from ${codesSent}
    where ${codesSent.at} <= ${new Date(now.getTime() - 24 * hour * 1000).toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db.delete(codesSent).where(inArray(codesSent.id, sql`(${old})`));
}

function hmacOf(shop: Shop, email: string, code: string): Buffer {
  return keyedHash(shop, 'code to sign in', email, code);
}
