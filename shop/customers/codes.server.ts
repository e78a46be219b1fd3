import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { type Allowance, spend } from '../foundation/allowance.server.ts';
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
import { signInCodes } from './tables.server.ts';

const hour = 3600;
const resendAfter = 30;
const triesOfACode = 5;

/** Behind one address of a mobile network stand thousands of phones. */
export const clientAllowance: Allowance = { limit: 300, seconds: hour };

const addressAllowances: [string, Allowance][] = [
  [
    'soon',
    {
      limit: 1,
      seconds: resendAfter,
      refusal: (wait) =>
        TooMany(
          `A code is on its way. You can ask for another in ${wait === 1 ? 'a second' : `${wait} seconds`}.`,
          wait,
        ),
    },
  ],
  // Each is counted only when the ones before it have let the use through.
  ['hour', { limit: 5, seconds: hour }],
  ['day', { limit: 10, seconds: 24 * hour }],
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
  for (const [span, allowance] of addressAllowances) await spend(shop, `code-${span}:${name}`, allowance);

  const settings = await readSettings(shop);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(shop, async (inside) => {
    await keepCode(inside, email, code, settings.codeMinutes);
    await queueMail(inside, letterOfCode(settings, { to: email, code }));
  });
  shop.postSoon();
  return {
    success: true,
    message: 'The code is on its way. Please look into your mail.',
    resendAfter,
    minutes: settings.codeMinutes,
  };
}

async function keepCode(shop: Shop, email: string, code: string, minutes: number): Promise<void> {
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
}

function hmacOf(shop: Shop, email: string, code: string): Buffer {
  return keyedHash(shop, 'code to sign in', email, code);
}
