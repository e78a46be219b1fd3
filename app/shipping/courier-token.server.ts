import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { keyedHash } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { CourierUnavailable } from './courier.ts';
import { courierTokens } from './tables.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A token holds for ten days. */
const refreshMs = 9 * day;
/** Whoever signs in does so for all the others; after this long one of them does it instead. */
const signingInMs = minute;
const lookAgainMs = 200;
const maxAttempts = 40;

/**
 * The token that the courier gave, or a new one, made by `signIn`, when there is none, when it is nine days old, or when it
 * is `refused`. Of many who need a new one at once, in whatever process, one signs in and the others wait for it, or go
 * on with the old one as long as it holds. Rejects with {@link CourierUnavailable} when nobody could.
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

/**
 * True for the one who shall sign in now. An old token that still holds stays while that is done; one that is refused
 * goes.
 */
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
        // One that opens and is refused may go at once; an empty one means that somebody is signing in.
        keepsOld || seen === '' ? isDue : undefined,
      ),
    )
    .returning({ courier: courierTokens.courier });
  return begun.length > 0;
}

const keyOf = (shop: Pick<Shop, 'secret'>) => keyedHash(shop, 'couriers’ tokens');

/** AES-256-GCM under a key of the shop's secret: who reads the database reads no token. */
function seal(shop: Pick<Shop, 'secret'>, courier: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(shop), nonce).setAAD(Buffer.from(courier));
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** `undefined` for what was not sealed here: the shop's secret was changed, or nobody has signed in. */
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
