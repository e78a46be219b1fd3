import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import type { MessageStatus } from './contract.ts';

/** What people wrote to the shop. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    /** The piece asked about, as the sender's page named it; it need not exist any more. */
    productId: text(),
    status: text().$type<MessageStatus>().notNull().default('new'),
    createdAt: moment().notNull().defaultNow(),
    /** When the status changed last. */
    statusAt: moment(),
  },
  (table) => [
    check('messages_status', sql`${table.status} in ('new', 'answered', 'closed')`),
    check(
      'messages_lengths',
      sql`char_length(${table.name}) <= 120 and char_length(${table.message}) <= 4000`,
    ),
    index('messages_newest').on(table.createdAt),
    index('messages_waiting').on(table.createdAt).where(sql`${table.status} = 'new'`),
  ],
);

/** What the shop answered; each went out by mail. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** Who of the staff wrote it, by name or address, as it was then. */
    author: text('by').notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('message_replies_of').on(table.messageId, table.createdAt),
    check('message_replies_length', sql`char_length(${table.text}) between 1 and 8000`),
  ],
);
