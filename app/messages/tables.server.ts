import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import type { MessageStatus } from './contract.ts';

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    /** Number of the product that the message is about. The product may not exist. */
    productId: text(),
    status: text().$type<MessageStatus>().notNull().default('new'),
    createdAt: moment().notNull().defaultNow(),
    /** Time of the last change of the status. */
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

/** The shop's replies. Each reply is also sent as an email. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** Name or email address of the staff member at the time of the reply. */
    author: text('by').notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('message_replies_of').on(table.messageId, table.createdAt),
    check('message_replies_length', sql`char_length(${table.text}) between 1 and 8000`),
  ],
);
