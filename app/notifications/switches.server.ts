import { eq } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { eventKinds, type NotificationSwitches } from './contract.ts';
import { defaultKinds } from './rules.ts';
import { notificationRecipients } from './tables.server.ts';

type Recipient = typeof notificationRecipients.$inferSelect;

/** Returns the kinds that a member is emailed about: those they chose, else the defaults of their role. */
export const kindsOf = (isOwner: boolean, row: Pick<Recipient, 'kinds'> | undefined): readonly string[] =>
  row?.kinds ?? defaultKinds(isOwner);

/** Returns a member's quiet hours. Null without any. */
export const quietHoursOf = (row: Pick<Recipient, 'quietFrom' | 'quietUntil'> | undefined) =>
  row && row.quietFrom !== null && row.quietUntil !== null
    ? { from: row.quietFrom, until: row.quietUntil }
    : null;

/** Reads the switches of a member. */
export async function readSwitches(
  { db }: Shop,
  member: { id: string; isOwner: boolean },
): Promise<NotificationSwitches> {
  const [row] = await db
    .select()
    .from(notificationRecipients)
    .where(eq(notificationRecipients.staffId, member.id));
  const kinds = kindsOf(member.isOwner, row);
  return { kinds: eventKinds.filter((kind) => kinds.includes(kind)), quiet: quietHoursOf(row) };
}

/** Saves the switches of a member. Events that wait for the end of former quiet hours keep their time. */
export async function saveSwitches(
  { db, clock }: Tx,
  staffId: string,
  { kinds, quiet }: NotificationSwitches,
): Promise<void> {
  const chosen = {
    kinds: [...new Set(kinds)],
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
  };
  await db
    .insert(notificationRecipients)
    .values({ staffId, nextTryAt: clock.now(), ...chosen })
    .onConflictDoUpdate({ target: notificationRecipients.staffId, set: chosen });
}
