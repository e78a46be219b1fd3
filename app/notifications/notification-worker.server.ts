/**
 * Sends emails to staff about events, in two steps. The first step inserts one notification per event and staff member. The
 * second step puts the due notifications of a staff member into one email.
 * Each step is one transaction and can be repeated, so a crash neither loses nor duplicates notifications.
 */

import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { days, minutes } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { deleteExpired } from '../foundation/database/delete-expired.server.ts';
import { scheduleEmail } from '../foundation/email/email.server.ts';
import { ShopEvent } from '../foundation/jobs/events.server.ts';
import { leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import { createPoller, hourly, type Poller } from '../foundation/jobs/poller.server.ts';
import { inTransaction, type RootShop, type Shop } from '../foundation/shop.server.ts';
import { events } from '../foundation/tables.server.ts';
import { alertOldBackup } from './last-backup.server.ts';
import { notificationEmail } from './notification-email.server.ts';
import { dueTime } from './rules.ts';
import { kindsOf, quietHoursOf } from './switches.server.ts';
import { notificationRecipients, notifications } from './tables.server.ts';

/** An enabled staff member. */
export type Member = { id: string; email: string; isOwner: boolean };

/** Lists the enabled staff members. The admin module implements it. */
type ListMembers = (shop: Shop) => Promise<Member[]>;

/** Pause after an email to a staff member, in milliseconds. Later events wait for the next email. */
const pauseMs = minutes(10);
const maxPerEmail = 500;
const maxDeleted = 200;

const eventQueue = leaseQueue({
  table: events,
  key: 'id',
  isOpen: isNull(events.handledAt),
  leaseMs: minutes(1),
  limit: 100,
  thenBy: events.id,
  failure: {
    level: 'error',
    message: 'failed to announce an event',
    subject: ({ id, kind }) => ({ event: id, kind }),
  },
});

const recipientQueue = leaseQueue({
  table: notificationRecipients,
  key: 'staffId',
  isOpen: sql`true`,
  leaseMs: minutes(1),
  limit: 100,
  waitAfter: () => minutes(1),
  failure: {
    level: 'error',
    message: 'failed to queue an email to staff',
    subject: ({ staffId }) => ({ staff: staffId }),
  },
});

/** Inserts the notifications of up to 100 due events. Returns the number of events that were handled without an error. */
export function announceEvents(
  shop: Shop,
  listMembers: ListMembers,
  mustStop?: () => boolean,
): Promise<number> {
  const readAudience = async () => {
    const members = await listMembers(shop);
    const rows = await shop.db
      .select()
      .from(notificationRecipients)
      .where(
        inArray(
          notificationRecipients.staffId,
          members.map(({ id }) => id),
        ),
      );
    return members.map((member) => ({ member, row: rows.find(({ staffId }) => staffId === member.id) }));
  };
  let audience: ReturnType<typeof readAudience> | undefined;
  return eventQueue.runOnce(
    shop,
    async ({ id, kind }) => {
      // Read the staff members only if there is an event, and only once per run.
      audience ??= readAudience();
      const now = shop.clock.now();
      const recipients = (await audience).filter(({ member, row }) =>
        kindsOf(member.isOwner, row).includes(kind),
      );
      if (recipients.length > 0)
        await inTransaction(shop, async ({ db }) => {
          await db
            .insert(notificationRecipients)
            .values(recipients.map(({ member }) => ({ staffId: member.id, nextTryAt: now })))
            .onConflictDoNothing();
          await db
            .insert(notifications)
            .values(
              recipients.map(({ member, row }) => ({
                eventId: id,
                staffId: member.id,
                createdAt: now,
                dueAt: dueTime(kind, quietHoursOf(row), now),
              })),
            )
            .onConflictDoNothing();
        });
      return { handledAt: now };
    },
    { mustStop },
  );
}

const isOpen = isNull(notifications.endedAt);

/**
 * Queues one email for each staff member who has due notifications and whose pause after the last email is over. Returns the
 * number of staff members that were handled without an error.
 */
export function sendNotifications(
  shop: Shop,
  listMembers: ListMembers,
  mustStop?: () => boolean,
): Promise<number> {
  const now = sqlTime(shop.clock.now());
  const hasDue = sql`exists (select from ${notifications} where ${notifications.staffId} = ${notificationRecipients.staffId}
    and ${isOpen} and ${notifications.dueAt} <= ${now})`;
  return recipientQueue.runOnce(
    shop,
    async ({ staffId }) => {
      await queueNotificationEmail(shop, staffId, listMembers);
      return undefined;
    },
    { where: hasDue, mustStop },
  );
}

/**
 * Queues one email with the staff member's due notifications, marks them as emailed, and starts the pause, in one transaction.
 * Drops the notifications of a staff member who has left, and of kinds that are switched off.
 */
async function queueNotificationEmail(shop: Shop, staffId: string, listMembers: ListMembers): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const isRecipient = eq(notificationRecipients.staffId, staffId);
    // Lock the staff member's row, because after the end of a lease two workers can handle the same row. The second worker waits
    // here, and then finds no due notifications.
    const [recipient] = await tx.db.select().from(notificationRecipients).where(isRecipient).for('update');
    const member = (await listMembers(tx)).find(({ id }) => id === staffId);
    const now = tx.clock.now();
    const due = await tx.db
      .select({ id: notifications.id, kind: events.kind, payload: events.payload })
      .from(notifications)
      .innerJoin(events, eq(events.id, notifications.eventId))
      .where(and(eq(notifications.staffId, staffId), isOpen, lte(notifications.dueAt, now)))
      .orderBy(asc(events.id))
      .limit(maxPerEmail);
    if (due.length === 0) return;
    const kinds = member ? kindsOf(member.isOwner, recipient) : [];
    const [chosen, dropped] = [
      due.filter(({ kind }) => kinds.includes(kind)),
      due.filter(({ kind }) => !kinds.includes(kind)),
    ];
    const end = (rows: typeof due, emailId: string | null) =>
      tx.db
        .update(notifications)
        .set({ endedAt: now, emailId })
        .where(
          inArray(
            notifications.id,
            rows.map(({ id }) => id),
          ),
        );
    await end(dropped, null);
    if (member && chosen.length > 0) {
      const emailId = randomUUID();
      const occurred = chosen.map((row) => ShopEvent.parse(row));
      const email = await notificationEmail(tx, member.email, occurred);
      await scheduleEmail(tx, { id: emailId, dueAt: now }, email);
      await end(chosen, emailId);
      tx.wakeEmailWorker();
    }
    const nextTryAt = chosen.length > 0 ? new Date(now.getTime() + pauseMs) : now;
    await tx.db.update(notificationRecipients).set({ nextTryAt, lastError: null }).where(isRecipient);
  });
}

/**
 * Creates the worker that sends notifications. Once an hour, the worker also deletes events that were handled 30 days ago, and
 * checks the age of the last backup.
 */
export function createNotificationWorker(shop: RootShop, listMembers: ListMembers): Poller {
  const deleteOld = () =>
    deleteExpired(
      shop,
      events.id,
      events.handledAt,
      new Date(shop.clock.now().getTime() - days(30)),
      maxDeleted,
    );
  return createPoller(shop, [
    ['events to announce', (mustStop) => announceEvents(shop, listMembers, mustStop)],
    ['notifications to send', (mustStop) => sendNotifications(shop, listMembers, mustStop)],
    ['old events to delete', hourly(shop, deleteOld)],
    ['age of the last backup', hourly(shop, () => alertOldBackup(shop))],
  ]);
}
