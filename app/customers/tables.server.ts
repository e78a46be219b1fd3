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

/** Part of the website for which a code, link or known browser is valid: the shop or the admin. */
export type CodeAudience = 'shop' | 'admin';

/** Customer accounts. Missing details of a profile are empty texts, not null. */
export const customers = pgTable(
  'customers',
  {
    /** Random, so that the id reveals nothing about the customer. */
    id: uuid().primaryKey().defaultRandom(),
    /** The email address in lower case. It cannot be edited, because the customer signs in with it. */
    email: text().notNull(),
    /** Google's id of the account (`sub`). It does not change when the account's email address changes. */
    googleSub: text(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** Phone number in the form `+919829000000`. */
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

/** Sent sign-in emails, one row per email. A row is deleted some time after its code and link have expired or have been used. */
export const signInRequests = pgTable(
  'sign_in_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    entryPoint: text().$type<CodeAudience>().notNull().default('shop'),
    /** SHA-256 in hex of the request's id, which was sent only to the requesting browser. */
    requestHash: text().notNull(),
    /**
     * HMAC-SHA-256 in hex of address and code, keyed with the shop's secret. Without the secret, the code cannot be found by
     * trying all codes. Null if the email has only a link.
     */
    codeHmac: text(),
    /** SHA-256 in hex of the link's secret. */
    linkHash: text().notNull(),
    /** Number of guesses of the code that were sent with the request's id. */
    tries: integer().notNull().default(0),
    /** Number of guesses of the code that were sent without the request's id. Null if the code works only with the id. */
    triesByEmail: integer(),
    sentAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Time at which the code or the link was used, or the link was declined. Code and link are invalid afterwards. */
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

/**
 * Browsers that have signed in with an email address. Their requests have a separate rate limit. The token of such a browser does
 * not prove who uses it.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    /**
     * HMAC-SHA-256 in hex of address and token, keyed with the shop's secret. If one browser uses several addresses, each address
     * has another HMAC.
     */
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

/** Sign-in emails of the last 24 hours, to limit their number per address. */
export const codesSent = pgTable(
  'codes_sent',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A keyed hash of the address, or of the address and a known browser. */
    name: text().notNull(),
    /** True if the email contained only a link, so there is no code to guess. */
    linkOnly: boolean().notNull().default(false),
    at: moment().notNull(),
  },
  (table) => [index('codes_sent_to').on(table.name, table.at), index('codes_sent_at').on(table.at)],
);

/** Sessions of customers. Only the browser stores the token itself. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 in hex of the token. */
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
