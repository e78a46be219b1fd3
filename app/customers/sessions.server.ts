import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { sha256 } from '../foundation/config/secret.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { ExportedSession } from './contract.ts';
import { deleteDevices } from './sign-in/devices.server.ts';
import { customers, sessions } from './tables.server.ts';

const day = 24 * 60 * 60 * 1000;
/** A session that nobody uses for this long has ended. */
const idleMs = 30 * day;
/** Moving the end on with every call would write with every call. */
const noteUseAfterMs = 60 * 60 * 1000;

/** Who is asking: a customer, through one of their sessions. */
export type CustomerSession = { id: string; sessionId: string };

/** Signs somebody in. Answers the token, 256 random bits, which is kept nowhere but in their browser. */
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
  await forgetEnded(shop, now);
  return token;
}

/** Whose token this is; `undefined` when it opens nothing (any more). Its thirty days begin anew with each use. */
export async function findSession(shop: Shop, token: string): Promise<CustomerSession | undefined> {
  const now = shop.clock.now();
  const mine = eq(sessions.tokenHash, sha256(token));
  const [session] = await shop.db
    .select({ id: sessions.id, customerId: sessions.customerId, usedAt: sessions.usedAt })
    .from(sessions)
    .where(and(mine, gt(sessions.endsAt, now)));
  if (!session) return undefined;
  if (now.getTime() - session.usedAt.getTime() >= noteUseAfterMs) {
    await shop.db
      .update(sessions)
      .set({ usedAt: now, endsAt: new Date(now.getTime() + idleMs) })
      .where(mine);
  }
  return { id: session.customerId, sessionId: session.id };
}

/** Logs out here. */
export async function deleteSession(shop: Shop, { sessionId }: CustomerSession): Promise<void> {
  await shop.db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Logs out everywhere, and forgets the browsers that have signed in. */
export async function deleteAllSessions(shop: Shop, { id }: Pick<CustomerSession, 'id'>): Promise<void> {
  const email = shop.db.select({ email: customers.email }).from(customers).where(eq(customers.id, id));
  await deleteDevices(shop, 'shop', email);
  await shop.db.delete(sessions).where(eq(sessions.customerId, id));
}

/** Lists the sessions of a customer, ended ones too, for the export of their personal data. */
export async function exportSessions(shop: Shop, customerId: string): Promise<ExportedSession[]> {
  const rows = await shop.db.select().from(sessions).where(eq(sessions.customerId, customerId));
  return rows.map(({ createdAt, usedAt, endsAt }) => ({
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

/** Sign-ins come as often as sessions end, so each clears away a few of those. */
async function forgetEnded(shop: Shop, now: Date): Promise<void> {
  const ended = sql`select ${sessions.id} from ${sessions}
    where ${sessions.endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  await shop.db.delete(sessions).where(inArray(sessions.id, sql`(${ended})`));
}
