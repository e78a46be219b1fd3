import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';

/** What a code opens: the shop, or the first of two locks of the back office. */
export type CodeAudience = 'shop' | 'admin';

/** Everybody who has signed in once. What somebody has not told us is an empty text. */
export const customers = pgTable(
  'customers',
  {
    /** Random, so that it says nothing about the person: it is what ratings show as `userId`. */
    id: uuid().primaryKey().defaultRandom(),
    /** In lower case; it is what the person signs in with, so nothing but a new proof may change it. */
    email: text().notNull(),
    /** Google's own name for the account (`sub`), which outlives a change of its e-mail. */
    googleSub: text(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** `+919829000000` */
    phone: text().notNull().default(''),
    gender: text().notNull().default(''),
    address: text().notNull().default(''),
    apartment: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    pincode: text().notNull().default(''),
    country: text().notNull().default(''),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('customers_email').on(table.email),
    uniqueIndex('customers_google').on(table.googleSub),
    check('customers_email_lower', sql`${table.email} = lower(${table.email})`),
    check('customers_gender', sql`${table.gender} in ('', 'Male', 'Female', 'Other')`),
  ],
);

/** The newest code of each address for each entry point: a new one takes the old one's row. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    email: text().notNull(),
    entryPoint: text().$type<CodeAudience>().notNull().default('shop'),
    /** HMAC-SHA-256 of address and code with the shop's secret, hex: the table alone gives no code away. */
    codeHmac: text().notNull(),
    tries: integer().notNull().default(0),
    sentAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ name: 'sign_in_codes_of', columns: [table.email, table.entryPoint] }),
    check('sign_in_codes_entry_point', sql`${table.entryPoint} in ('shop', 'admin')`),
    check('sign_in_codes_tries', sql`${table.tries} between 0 and 5`),
    index('sign_in_codes_ended').on(table.endsAt),
  ],
);

/** When codes were sent to an address within the last day, so that there are not too many. */
export const codesSent = pgTable(
  'codes_sent',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A keyed hash of the address. */
    name: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index('codes_sent_to').on(table.name, table.at), index('codes_sent_at').on(table.at)],
);

/** Who is signed in where. The token itself is known to the browser alone. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull(),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_of_customer').on(table.customerId),
    index('sessions_ended').on(table.endsAt),
  ],
);
