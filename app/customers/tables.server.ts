import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';

/** Entry point at which a code signs in. */
export type CodeAudience = 'shop' | 'admin';

/** Customer accounts. Missing values are empty texts. */
export const customers = pgTable(
  'customers',
  {
    /** Random, so it reveals nothing about the customer. */
    id: uuid().primaryKey().defaultRandom(),
    /** In lower case. The customer signs in with it, so it cannot be edited. */
    email: text().notNull(),
    /** Google's id of the account (`sub`), which stays when its email address changes. */
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

/** Sent sign-in emails, one row for each. A row is deleted some time after its code and link have expired or were used. */
export const signInRequests = pgTable(
  'sign_in_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    entryPoint: text().$type<CodeAudience>().notNull().default('shop'),
    /** SHA-256 of the id that only the requesting browser was sent, hex. */
    requestHash: text().notNull(),
    /** HMAC-SHA-256 of address and code with the shop's secret, hex. Without the secret it cannot be guessed. Null for a link only. */
    codeHmac: text(),
    /** SHA-256 of the link's secret, hex. */
    linkHash: text().notNull(),
    /** Guesses of the code together with the request's id. */
    tries: integer().notNull().default(0),
    /** Guesses of the code with the address alone; null when the code works with the request's id only. */
    triesByEmail: integer(),
    sentAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Time at which the code or the link was used, or the link was declined. Ends both. */
    usedAt: moment(),
  },
  (table) => [
    check('sign_in_requests_entry_point', sql`${table.entryPoint} in ('shop', 'admin')`),
    check(
      'sign_in_requests_tries',
      sql`${table.tries} between 0 and 5 and ${table.triesByEmail} between 0 and 5`,
    ),
    check('sign_in_requests_by_email', sql`${table.codeHmac} is not null or ${table.triesByEmail} is null`),
    uniqueIndex('sign_in_requests_link').on(table.linkHash),
    index('sign_in_requests_of').on(table.email, table.entryPoint, table.sentAt),
    index('sign_in_requests_ended').on(table.endsAt),
  ],
);

/** Browsers that have signed in with an address. They are no proof of identity; their requests have a limit of their own. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** HMAC-SHA-256 of address and token with the shop's secret, hex, so it differs for each address of one browser. */
    deviceHmac: text().primaryKey(),
    email: text().notNull(),
    entryPoint: text().$type<CodeAudience>().notNull(),
    /** Time of the last sign-in. */
    usedAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [
    check('known_devices_entry_point', sql`${table.entryPoint} in ('shop', 'admin')`),
    index('known_devices_of').on(table.email, table.entryPoint, table.usedAt),
    index('known_devices_ended').on(table.endsAt),
  ],
);

/** Sign-in emails of the last 24 hours, for the limit per address. */
export const codesSent = pgTable(
  'codes_sent',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A keyed hash of the address, or of the address and a browser that is known for it. */
    name: text().notNull(),
    /** True if the email had a link only, and no code that can be guessed. */
    linkOnly: boolean().notNull().default(false),
    at: moment().notNull(),
  },
  (table) => [index('codes_sent_to').on(table.name, table.at), index('codes_sent_at').on(table.at)],
);

/** Sessions of customers. Only the browser knows the token. */
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
