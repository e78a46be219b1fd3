import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import type { CsvProblem, CsvState } from './import-export/contract.ts';
import type { Role } from './sign-in/contract.ts';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Staff members. They are disabled instead of deleted, because the audit log refers to them. */
export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Email address in lower case. */
    email: text().notNull(),
    name: text().notNull().default(''),
    role: text().$type<Role>().notNull(),
    /** Secret of the second factor, encrypted with the shop's secret. */
    totpSecret: text(),
    /** Encrypted secret of a new app, until the app's first code confirms it. */
    newTotpSecret: text(),
    /** Time at which the first code confirmed the secret. Null before that. */
    totpConfirmedAt: moment(),
    /** Time step of the last accepted code. Only codes of later steps are accepted. */
    lastTotpStep: bigint({ mode: 'number' }),
    /** Keyed hashes of the unused recovery codes, in hex. */
    recoveryHashes: text().array().notNull().default(sql`'{}'`),
    /** Number of consecutive wrong second factors in all sessions. */
    failures: integer().notNull().default(0),
    createdAt: moment().notNull(),
    disabledAt: moment(),
  },
  (table) => [
    uniqueIndex('staff_email').on(table.email),
    check('staff_email_lower', sql`${table.email} = lower(${table.email})`),
    check('staff_role', sql`${table.role} in ('owner', 'staff')`),
    check('staff_factor', sql`${table.totpConfirmedAt} is null or ${table.totpSecret} is not null`),
    check('staff_failures', sql`${table.failures} >= 0`),
  ],
);

/** Sessions of the staff, and pending sign-ins. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 hash of the token, in hex. */
    tokenHash: text().notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** `User-Agent` header of the browser. */
    browser: text().notNull().default(''),
    createdAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** Time of the last check of the second factor. Null for a pending sign-in. */
    factorAt: moment(),
    /** Number of consecutive wrong second factors in this session. */
    tries: integer().notNull().default(0),
    endsAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('staff_sessions_token').on(table.tokenHash),
    index('staff_sessions_of').on(table.staffId),
    index('staff_sessions_ended').on(table.endsAt),
    check('staff_sessions_tries', sql`${table.tries} between 0 and 5`),
  ],
);

/** Audit log of the changes that staff make. A trigger rejects updates and deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** Id of the staff member. Null for a command on the server's command line. */
    staffId: uuid().references(() => staff.id),
    /** Email address of the staff member when the action ran. */
    email: text().notNull(),
    /** Name of the action, such as `order.pack`. */
    action: text().notNull(),
    subjectKind: text().notNull(),
    subjectId: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId, table.id.desc().nullsFirst()),
    index('audit_log_of').on(table.staffId, table.id.desc().nullsFirst()),
  ],
);

/** Imported files. A worker processes their rows in batches, so that an interrupted import can continue. */
export const importJobs = pgTable(
  'import_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<'products' | 'orders'>().notNull(),
    state: text().$type<CsvState>().notNull(),
    fileName: text().notNull(),
    /** Content of the file. Null if the file has problems, and after the job has ended. */
    file: bytes(),
    total: integer().notNull().default(0),
    /** Number of processed rows. */
    done: integer().notNull().default(0),
    problems: jsonb().$type<CsvProblem[]>().notNull().default([]),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** Time at which the lease expires. Another process may then continue the job. */
    leasedUntil: moment(),
    endedAt: moment(),
  },
  (table) => [
    check('import_jobs_kind', sql`${table.kind} in ('products', 'orders')`),
    check(
      'import_jobs_state',
      sql`${table.state} in ('checking', 'checked', 'running', 'done', 'failed', 'cancelled')`,
    ),
    check('import_jobs_done', sql`${table.done} between 0 and ${table.total}`),
    index('import_jobs_newest').on(table.createdAt.desc().nullsFirst()),
    uniqueIndex('import_jobs_one_running').on(table.state).where(sql`${table.state} = 'running'`),
  ],
);
