import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
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
    piece: text(),
    status: text().$type<MessageStatus>().notNull().default('new'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('messages_status', sql`${table.status} in ('new', 'answered', 'closed')`),
    check(
      'messages_lengths',
      sql`char_length(${table.name}) <= 120 and char_length(${table.message}) <= 4000`,
    ),
    index('messages_newest').on(table.createdAt),
  ],
);
