import { and, eq, gt, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import { days } from '../../foundation/clock.ts';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import { deleteExpired } from '../../foundation/database/delete-expired.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { type CodeAudience, knownDevices } from '../tables.server.ts';
import type { SignInTarget } from './codes.server.ts';

/** True if the token consists of 256 bits as base64url. Clients could guess a shorter token. */
const isToken = (device: string) => /^[\w-]{43}$/.test(device);
const maxDevices = 10;
const validityMs = days(180);

/** True if the browser with this token has signed in with this email address within the last 180 days. */
export async function isKnownDevice(shop: Shop, target: SignInTarget, device: string): Promise<boolean> {
  if (!isToken(device)) return false;
  const isStored = eq(knownDevices.deviceHmac, deviceHmacOf(shop, target, device));
  return (await shop.db.$count(knownDevices, and(isStored, gt(knownDevices.endsAt, shop.clock.now())))) > 0;
}

/** Stores a browser that has signed in. Keeps the ten newest browsers of an email address. */
export async function storeDevice(
  shop: Shop,
  target: SignInTarget,
  device: string | undefined,
): Promise<void> {
  if (!device || !isToken(device)) return;
  const now = shop.clock.now();
  const fresh = { usedAt: now, endsAt: new Date(now.getTime() + validityMs) };
  await shop.db
    .insert(knownDevices)
    .values({ ...target, ...fresh, deviceHmac: deviceHmacOf(shop, target, device) })
    .onConflictDoUpdate({ target: knownDevices.deviceHmac, set: fresh });
  const surplus = sql`select ${knownDevices.deviceHmac} from ${knownDevices} where ${isAt(target)}
    order by ${knownDevices.usedAt} desc, ${knownDevices.deviceHmac} offset ${maxDevices}`;
  await shop.db.delete(knownDevices).where(inArray(knownDevices.deviceHmac, sql`(${surplus})`));
  await deleteExpired(shop, knownDevices.deviceHmac, knownDevices.endsAt, now);
}

/** Deletes the known browsers of an email address for the shop or for the admin. `email` is a query that returns the address. */
export async function deleteDevices(shop: Shop, entryPoint: CodeAudience, email: SQLWrapper): Promise<void> {
  await shop.db
    .delete(knownDevices)
    .where(and(eq(knownDevices.entryPoint, entryPoint), inArray(knownDevices.email, email)));
}

/** Returns the hash with which the database identifies a browser of an email address. */
export function deviceHmacOf(shop: Shop, { entryPoint, email }: SignInTarget, device: string): string {
  return keyedHash(shop, 'device of an address', entryPoint, email, device).toString('hex');
}

const isAt = ({ entryPoint, email }: SignInTarget) =>
  and(eq(knownDevices.email, email), eq(knownDevices.entryPoint, entryPoint));
