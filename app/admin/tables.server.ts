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
import type { CsvKind, CsvProblem, CsvState } from './import-export/contract.ts';
import type { Role } from './sign-in/contract.ts';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Who works in the shop. Nobody is ever removed, because the audit log names them: who leaves is disabled. */
export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In lower case; a code that is mailed there is the first of the two factors. */
    email: text().notNull(),
    name: text().notNull().default(''),
    role: text().$type<Role>().notNull(),
    /** The second factor's secret, sealed with the shop's: the table alone makes no codes. */
    totpSecret: text(),
    /** The secret of a new app, sealed too, until its first code has confirmed it; the old one works until then. */
    newTotpSecret: text(),
    /** Until a first code has confirmed it, the secret opens nothing. */
    totpConfirmedAt: moment(),
    /** The half minute of the last code that was taken: no code is taken twice. */
    lastTotpStep: bigint({ mode: 'number' }),
    /** Keyed hashes of the recovery codes that are left, hex. */
    recoveryHashes: text().array().notNull().default(sql`'{}'`),
    /** Wrong second factors in a row. */
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

/** Who of the staff is signed in where, or stands at the door: a mailed code is shown, the second factor is not. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** The browser, as it calls itself; for its owner, who looks for one that is not theirs. */
    browser: text().notNull().default(''),
    createdAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** When the second factor was shown last; without it the session opens nothing but the second step. */
    factorAt: moment(),
    /** Wrong second factors of this session in a row. */
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

/** Every change that the staff make. Rows are added and nothing else: a trigger refuses the rest. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** Empty where nobody was signed in: what was done at the shop's machine. */
    staffId: uuid().references(() => staff.id),
    /** As it was then. */
    email: text().notNull(),
    /** `order.pack` */
    action: text().notNull(),
    /** `order` */
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

/** Files that are read in, a few rows at a time, so that what breaks off can go on where it was. */
export const importJobs = pgTable(
  'import_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<CsvKind>().notNull(),
    state: text().$type<CsvState>().notNull(),
    /** As the file was named by whoever brought it. */
    fileName: text().notNull(),
    /** The file itself; emptied when the job has ended. */
    file: bytes(),
    total: integer().notNull().default(0),
    /** How many rows are done; the next one to do. */
    done: integer().notNull().default(0),
    problems: jsonb().$type<CsvProblem[]>().notNull().default([]),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** Until then one process works on it; afterwards another may take it over. */
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
    // One is read in at a time, and whoever looks for it finds it without reading the others.
    uniqueIndex('import_jobs_one_running').on(table.state).where(sql`${table.state} = 'running'`),
  ],
);
