import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { days, hours } from '../foundation/clock.ts';
import { sha256 } from '../foundation/config/secret.server.ts';
import { deleteExpired } from '../foundation/database/delete-expired.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { ExportedSession } from './contract.ts';
import { deleteDevices } from './sign-in/devices.server.ts';
import { customers, sessions } from './tables.server.ts';

/** Time after which an unused session ends, in milliseconds. */
const idleMs = days(30);
/**
 * Minimum time between two updates of a session's last use, in milliseconds, so that not every request writes to the database.
 */
const useIntervalMs = hours(1);

export type CustomerSession = { id: string; sessionId: string };

/** Creates a session. Returns its token of 256 random bits. The database stores only the token's hash. */
export async function createSession(shop: Shop, customerId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = shop.clock.now();
  await shop.db.insert(sessions).values({
    tokenHash: sha256(token),
    customerId,
    createdAt: now,
    usedAt: now,
    endsAt: new Date(now.getTime() + idleMs),
  });
  await deleteExpired(shop, sessions.id, sessions.endsAt, now);
  return token;
}

/** Finds the session of a token and extends the session. Returns undefined if the session has ended or does not exist. */
export async function findSession(shop: Shop, token: string): Promise<CustomerSession | undefined> {
  const now = shop.clock.now();
  const hasToken = eq(sessions.tokenHash, sha256(token));
  const [session] = await shop.db
    .select({ id: sessions.id, customerId: sessions.customerId, usedAt: sessions.usedAt })
    .from(sessions)
    .where(and(hasToken, gt(sessions.endsAt, now)));
  if (!session) return undefined;
  if (now.getTime() - session.usedAt.getTime() >= useIntervalMs) {
    await shop.db
      .update(sessions)
      .set({ usedAt: now, endsAt: new Date(now.getTime() + idleMs) })
      .where(hasToken);
  }
  return { id: session.customerId, sessionId: session.id };
}

export async function deleteSession(shop: Shop, { sessionId }: CustomerSession): Promise<void> {
  await shop.db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Deletes all sessions and known browsers of the customer. */
export async function deleteAllSessions(shop: Shop, { id }: Pick<CustomerSession, 'id'>): Promise<void> {
  const email = shop.db.select({ email: customers.email }).from(customers).where(eq(customers.id, id));
  await deleteDevices(shop, 'shop', email);
  await shop.db.delete(sessions).where(eq(sessions.customerId, id));
}

/** Lists the sessions of a customer, including ended ones, for the export of their personal data. */
export async function exportSessions(shop: Shop, customerId: string): Promise<ExportedSession[]> {
  const rows = await shop.db.select().from(sessions).where(eq(sessions.customerId, customerId));
  return rows.map(({ createdAt, usedAt, endsAt }) => ({
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}
