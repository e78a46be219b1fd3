import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, queueColumns } from './database/columns.server.ts';

/** Mails that wait to be sent, and those that were. A row is due when `nextTryAt` has come. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What the mail is about, for the log and the back office: `message`. */
    kind: text().notNull(),
    to: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    ...queueColumns(),
    nextTryAt: moment().notNull().defaultNow(),
    sentAt: moment(),
    /** From then on it is not worth sending, and once it is sent its words are not kept: it brings a code. */
    expiresAt: moment(),
  },
  (table) => [
    check('outbox_tries', sql`${table.tries} >= 0`),
    check('outbox_one_end', sql`${table.sentAt} is null or ${table.failedAt} is null`),
    index('outbox_expires_at').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
    index('outbox_due').on(table.nextTryAt).where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('outbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
);

/**
 * What is shown of an image until it has loaded: a WebP of at most 16 pixels a side, in base64. Empty for an image that can be seen
 * through or cannot be read: a row says that the image has been prepared. A video's row, always empty, says that place and camera have been
 * removed from it. Everything here can be made again.
 */
export const imagePlaceholders = pgTable(
  'image_placeholders',
  { file: text().primaryKey(), data: text().notNull() },
  (table) => [check('image_placeholders_length', sql`length(${table.data}) <= 224`)],
);

/** Rate limits: the uses of one bucket, counted from `startedAt` to `endsAt`. */
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
