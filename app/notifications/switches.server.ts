import { eq, inArray } from 'drizzle-orm';
import { deleteUnsentEmails } from '../foundation/email/email.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { eventKinds, type NotificationSwitches } from './contract.ts';
import { defaultKinds } from './rules.ts';
import { notificationRecipients, notifications } from './tables.server.ts';

type Recipient = typeof notificationRecipients.$inferSelect;

/** Returns the kinds of events about which a staff member gets emails: the chosen kinds, otherwise the defaults of the role. */
export const kindsOf = (isOwner: boolean, row: Pick<Recipient, 'kinds'> | undefined): readonly string[] =>
  row?.kinds ?? defaultKinds(isOwner);

/** Returns the quiet hours of a staff member. Returns null if there are none. */
export const quietHoursOf = (row: Pick<Recipient, 'quietFrom' | 'quietUntil'> | undefined) =>
  row && row.quietFrom !== null && row.quietUntil !== null
    ? { from: row.quietFrom, until: row.quietUntil }
    : null;

/** Reads the notification settings of a staff member. */
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

/**
 * Saves the notification settings of a staff member. A notification that already waits for the end of the previous quiet hours is
 * still due at that time.
 */
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

/**
 * Deletes the unsent emails to a staff member who leaves or loses a right, and drops the notifications in them. First locks the
 * staff member's row in the queue: this waits for a worker that is queueing an email, so that this email is deleted, too.
 */
export async function dropUnsentEmails(tx: Tx, staffId: string): Promise<void> {
  const { db } = tx;
  await db
    .select({ staffId: notificationRecipients.staffId })
    .from(notificationRecipients)
    .where(eq(notificationRecipients.staffId, staffId))
    .for('update');
  const theirs = db
    .select({ id: notifications.emailId })
    .from(notifications)
    .where(eq(notifications.staffId, staffId));
  const ids = await deleteUnsentEmails(tx, theirs);
  await db.update(notifications).set({ emailId: null }).where(inArray(notifications.emailId, ids));
}
