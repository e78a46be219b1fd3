import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, queueColumns } from './database/columns.server.ts';

/** Queue of emails. An email without `expiresAt` is kept for 30 days after it was sent. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Kind of email, such as `message`, which the log and the admin display. */
    kind: text().notNull(),
    to: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Id of the attachment, which the email worker renders when it sends the email. For an invoice, the order's id. */
    attachmentId: uuid(),
    createdAt: moment().notNull().defaultNow(),
    ...queueColumns(),
    nextTryAt: moment().notNull().defaultNow(),
    sentAt: moment(),
    /**
     * Set only for emails that contain a secret, such as a code. Such a row is deleted after the email is sent, or at this time
     * if the email is still unsent.
     */
    expiresAt: moment(),
  },
  (table) => [
    check('outbox_tries', sql`${table.tries} >= 0`),
    check('outbox_one_end', sql`${table.sentAt} is null or ${table.failedAt} is null`),
    index('outbox_expires_at').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
    index('outbox_due').on(table.nextTryAt).where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('outbox_attachment').on(table.attachmentId).where(sql`${table.attachmentId} is not null`),
    index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
);

/** Queue of events about which staff can be notified. A payload contains only ids, counts and amounts. */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Kind of event, such as `order-placed`. */
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, string | number>>().notNull(),
    createdAt: moment().notNull(),
    ...queueColumns(),
    /** Time at which the notifications about the event were inserted. Afterwards, the event is kept for 30 days. */
    handledAt: moment(),
  },
  (table) => [
    check('events_tries', sql`${table.tries} >= 0`),
    index('events_due')
      .on(table.nextTryAt)
      .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
    index('events_handled').on(table.handledAt).where(sql`${table.handledAt} is not null`),
  ],
);

/**
 * Placeholders that are displayed until an image has loaded: a WebP of at most 16 × 24 pixels in base64. `data` is empty for a
 * video, for an image that is transparent or unreadable, and if the WebP is too long. The image worker skips files that already
 * have a row.
 */
export const imagePlaceholders = pgTable(
  'image_placeholders',
  { file: text().primaryKey(), data: text().notNull() },
  (table) => [check('image_placeholders_length', sql`length(${table.data}) <= 224`)],
);

/** Number of uses of each rate-limit bucket from `startedAt` to `endsAt`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text().primaryKey(),
    startedAt: moment().notNull(),
    endsAt: moment().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    check('rate_limits_count', sql`${table.count} > 0`),
    index('rate_limits_ended').on(table.endsAt),
  ],
);
