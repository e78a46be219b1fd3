import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { keyedHash } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { CourierUnavailable } from './courier.ts';
import { courierTokens } from './tables.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Age at which a token is replaced. Tokens are valid for ten days. */
const refreshMs = 9 * day;
/** Time for one caller to sign in for all processes. After this time, another caller may sign in. */
const signingInMs = minute;
const pollMs = 200;
const maxAttempts = 40;

/**
 * Returns the courier's access token. Calls `signIn` for a new token if no token is stored, or if the stored token is
 * nine days old, cannot be decrypted, or equals `refused`. Only one of several concurrent callers, in all processes, signs
 * in. The other callers use the old token while it is valid, or wait. If the sign-in takes longer than a minute, another
 * caller may sign in.
 * @throws CourierUnavailable if another caller is still signing in after 8 seconds; errors of `signIn`
 */
export async function readToken(
  shop: Shop,
  courier: string,
  signIn: () => Promise<string>,
  refused?: string,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const now = shop.clock.now();
    const [stored] = await shop.db.select().from(courierTokens).where(eq(courierTokens.courier, courier));
    const token = stored && decrypt(shop, courier, stored.encrypted);
    const isValid = token !== undefined && token !== refused;
    if (isValid && stored && stored.refreshAt > now) return token;
    if (await claimSignIn(shop, courier, stored?.encrypted, isValid)) {
      const fresh = await signIn();
      await shop.db
        .update(courierTokens)
        .set({ encrypted: encrypt(shop, courier, fresh), refreshAt: new Date(now.getTime() + refreshMs) })
        .where(eq(courierTokens.courier, courier));
      return fresh;
    }
    if (!isValid) await sleep(pollMs);
  }
  throw new CourierUnavailable(`Nobody has a token of ${courier} yet: somebody else is asking for one.`);
}

/**
 * Returns true if the caller may sign in. With `keepsToken`, other callers use the stored token until it is replaced.
 * Otherwise the stored token is deleted.
 */
async function claimSignIn(shop: Shop, courier: string, seen: string | undefined, keepsToken: boolean) {
  const now = shop.clock.now();
  const until = new Date(now.getTime() + signingInMs);
  if (seen === undefined) {
    const claimed = await shop.db
      .insert(courierTokens)
      .values({ courier, encrypted: '', refreshAt: until })
      .onConflictDoNothing()
      .returning({ courier: courierTokens.courier });
    return claimed.length > 0;
  }
  const isDue = sql`${courierTokens.refreshAt} <= ${now.toISOString()}::timestamptz`;
  const claimed = await shop.db
    .update(courierTokens)
    .set({ refreshAt: until, ...(keepsToken ? {} : { encrypted: '' }) })
    .where(
      and(
        eq(courierTokens.courier, courier),
        eq(courierTokens.encrypted, seen),
        // A refused token is replaced at once. An empty token means that another caller is signing in.
        keepsToken || seen === '' ? isDue : undefined,
      ),
    )
    .returning({ courier: courierTokens.courier });
  return claimed.length > 0;
}

const keyOf = (shop: Pick<Shop, 'secret'>) => keyedHash(shop, 'couriers’ tokens');

/** Encrypts a token with AES-256-GCM under a key derived from the shop's secret. */
function encrypt(shop: Pick<Shop, 'secret'>, courier: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(shop), nonce).setAAD(Buffer.from(courier));
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a token. Returns undefined if it is empty or was encrypted with another secret. */
function decrypt(shop: Pick<Shop, 'secret'>, courier: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length <= 28) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(shop), bytes.subarray(0, 12))
      .setAAD(Buffer.from(courier))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
