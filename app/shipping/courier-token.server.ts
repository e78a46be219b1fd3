import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { keyedHash } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { CourierUnavailable } from './courier.ts';
import { courierTokens } from './tables.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A token is valid for ten days. */
const refreshMs = 9 * day;
/** One process signs in for all; after this time another one may take over. */
const signingInMs = minute;
const lookAgainMs = 200;
const maxAttempts = 40;

/**
 * Returns the courier's token. Calls `signIn` for a new one if there is none, if it is nine days old, or if it is `refused`.
 * Of concurrent callers in all processes one signs in; the others wait, or use the old token while it is valid.
 * @throws CourierUnavailable if no token could be obtained
 */
export async function readToken(
  shop: Shop,
  courier: string,
  signIn: () => Promise<string>,
  refused?: string,
): Promise<string> {
  for (let looks = 0; looks < maxAttempts; looks++) {
    const now = shop.clock.now();
    const [stored] = await shop.db.select().from(courierTokens).where(eq(courierTokens.courier, courier));
    const token = stored && open(shop, courier, stored.encrypted);
    const isGood = token !== undefined && token !== refused;
    if (isGood && stored && stored.refreshAt > now) return token;
    if (await mayAsk(shop, courier, stored?.encrypted, isGood)) {
      const fresh = await signIn();
      await shop.db
        .update(courierTokens)
        .set({ encrypted: seal(shop, courier, fresh), refreshAt: new Date(now.getTime() + refreshMs) })
        .where(eq(courierTokens.courier, courier));
      return fresh;
    }
    if (!isGood) await sleep(lookAgainMs);
  }
  throw new CourierUnavailable(`Nobody has a token of ${courier} yet: somebody else is asking for one.`);
}

/** True if the caller is the one to sign in. Keeps a token that is still valid in the meantime and deletes a refused one. */
async function mayAsk(shop: Shop, courier: string, seen: string | undefined, keepsOld: boolean) {
  const now = shop.clock.now();
  const until = new Date(now.getTime() + signingInMs);
  if (seen === undefined) {
    const begun = await shop.db
      .insert(courierTokens)
      .values({ courier, encrypted: '', refreshAt: until })
      .onConflictDoNothing()
      .returning({ courier: courierTokens.courier });
    return begun.length > 0;
  }
  const isDue = sql`${courierTokens.refreshAt} <= ${now.toISOString()}::timestamptz`;
  const begun = await shop.db
    .update(courierTokens)
    .set({ refreshAt: until, ...(keepsOld ? {} : { encrypted: '' }) })
    .where(
      and(
        eq(courierTokens.courier, courier),
        eq(courierTokens.encrypted, seen),
        // A refused token is replaced at once; an empty one means that another caller is signing in.
        keepsOld || seen === '' ? isDue : undefined,
      ),
    )
    .returning({ courier: courierTokens.courier });
  return begun.length > 0;
}

const keyOf = (shop: Pick<Shop, 'secret'>) => keyedHash(shop, 'couriers’ tokens');

/** Encrypts a token with AES-256-GCM under a key derived from the shop's secret. */
function seal(shop: Pick<Shop, 'secret'>, courier: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(shop), nonce).setAAD(Buffer.from(courier));
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a token. Returns undefined if it is empty or was encrypted with another secret. */
function open(shop: Pick<Shop, 'secret'>, courier: string, encrypted: string): string | undefined {
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
