import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, queueColumns } from '../foundation/database/columns.server.ts';
import { events } from '../foundation/tables.server.ts';

/**
 * The notification settings of each staff member. The table is also the queue of the emails to them: `nextTryAt` is the earliest
 * time of the next email, ten minutes after the last one.
 */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    staffId: uuid().primaryKey(),
    /** The chosen kinds of events. Null if the staff member has never saved the settings, so the defaults of the role apply. */
    kinds: text().array(),
    /** Full hours in India's time, 0 to 23. Null if there are no quiet hours. */
    quietFrom: integer(),
    quietUntil: integer(),
    ...queueColumns(),
  },
  (table) => [
    check(
      'notification_recipients_quiet',
      sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)
        and ${table.quietFrom} between 0 and 23 and ${table.quietUntil} between 0 and 23`,
    ),
  ],
);

/** A notification about one event for one staff member. Deleted together with the event. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    staffId: uuid().notNull(),
    createdAt: moment().notNull(),
    /** Earliest time of the email: the time of the event, or the end of the staff member's quiet hours. */
    dueAt: moment().notNull(),
    emailId: uuid(),
    /** Time at which the email was queued or the notification was dropped. If it was dropped, `emailId` is null. */
    endedAt: moment(),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.eventId, table.staffId),
    index('notifications_due').on(table.staffId, table.dueAt).where(sql`${table.endedAt} is null`),
    index('notifications_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);

/** The last backup. The table has one row. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer().primaryKey().default(1),
    /** Null until the first backup is made. */
    madeAt: moment(),
    /** The user who ran `npm run backup`, and the machine: `deploy@server`. */
    madeBy: text(),
    /** Time at which the event "the last backup is too old" was recorded. The next backup resets it to null. */
    alertedAt: moment(),
  },
  (table) => [
    check('last_backup_one_row', sql`${table.id} = 1`),
    check('last_backup_by', sql`(${table.madeAt} is null) = (${table.madeBy} is null)`),
  ],
);
