import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { receiveBytes } from '../../foundation/http/read-body.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import type { StaffWork } from '../audit-log/staff-action.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { importJobs, staff as staffTable } from '../tables.server.ts';
import { checkTable } from './check-table.server.ts';
import {
  type CsvImport,
  CsvTooLarge,
  ImportRunning,
  maxCsvBytes,
  maxShownProblems,
  NoSuchImport,
  NotChecked,
} from './contract.ts';

const shownImports = 10;

/** Lists the most recent imports, newest first. */
export async function listImports(shop: Shop): Promise<CsvImport[]> {
  const rows = await select(shop)
    .orderBy(desc(importJobs.createdAt), desc(importJobs.id))
    .limit(shownImports);
  return rows.map(toWire);
}

/** @throws NoSuchImport (404) */
export async function readImport(shop: Shop, id: string): Promise<CsvImport> {
  const [row] = await select(shop).where(eq(importJobs.id, id));
  if (!row) throw NoSuchImport();
  return toWire(row);
}

function select({ db }: Shop) {
  const { id, state, fileName, total, done, problems, createdAt, endedAt } = importJobs;
  return db
    .select({ id, state, fileName, uploadedBy: staffTable.email, total, done, problems, createdAt, endedAt })
    .from(importJobs)
    .innerJoin(staffTable, eq(staffTable.id, importJobs.staffId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toWire({ problems, createdAt, endedAt, ...row }: Row): CsvImport {
  return {
    ...row,
    // The staff no longer need the problems of a cancelled file.
    problems: row.state === 'cancelled' ? [] : problems.slice(0, maxShownProblems),
    hasMoreProblems: problems.length > maxShownProblems,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/**
 * Checks the file in the request's body. Returns the use case that stores the file. If the staff member has an earlier file that
 * was checked but not imported, the new file replaces it. @throws CsvTooLarge (413)
 */
export async function receiveImport(
  shop: Shop,
  { id: staffId }: Staff,
  fileName: string,
  request: Request,
): Promise<StaffWork<CsvImport>> {
  const file = await receiveBytes(request, maxCsvBytes, CsvTooLarge);
  const { total, problems } = await checkTable(shop, file);
  return async (tx) => {
    const now = tx.clock.now();
    await cancel(tx, and(eq(importJobs.staffId, staffId), eq(importJobs.state, 'checked')));
    const [created] = await tx.db
      .insert(importJobs)
      .values({
        kind: 'products',
        state: 'checked',
        fileName,
        file: problems.length === 0 ? file : null,
        total,
        // Store one problem more than the screen shows, to know that there are more.
        problems: problems.slice(0, maxShownProblems + 1),
        staffId,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: importJobs.id });
    if (!created) throw new Error('insert into import_jobs returned no row');
    const after = { fileName, rows: total, problems: problems.length };
    return { id: created.id, after, result: await readImport(tx, created.id) };
  };
}

/**
 * Starts the import of a checked file. A worker then imports the rows. @throws NoSuchImport (404); NotChecked (409);
 * ImportRunning (409)
 */
export async function startImport(tx: Tx, id: string): Promise<Audited<CsvImport>> {
  // A concurrent start waits for this lock, and then finds that an import is running.
  await tx.db.execute(sql`select pg_advisory_xact_lock(7264)`);
  const before = await readImport(tx, id);
  if (before.state !== 'checked' || before.problems.length > 0) throw NotChecked();
  const [other] = await tx.db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(eq(importJobs.state, 'running'))
    .limit(1);
  if (other) throw ImportRunning();
  await tx.db
    .update(importJobs)
    .set({ state: 'running', updatedAt: tx.clock.now() })
    .where(eq(importJobs.id, id));
  return { after: { fileName: before.fileName, rows: before.total }, result: await readImport(tx, id) };
}

/**
 * Cancels an import. Rows that are already imported stay. @throws NoSuchImport (404); NotChecked (409) if the import has ended
 */
export async function cancelImport(tx: Tx, id: string): Promise<Audited<CsvImport>> {
  const isOpen = inArray(importJobs.state, ['checked', 'running']);
  const cancelled = await cancel(tx, and(eq(importJobs.id, id), isOpen));
  const result = await readImport(tx, id);
  if (cancelled.length === 0) throw NotChecked('This import has already ended.');
  return { after: { done: result.done, rows: result.total }, result };
}

function cancel({ db, clock }: Tx, where: SQL | undefined) {
  const now = clock.now();
  return db
    .update(importJobs)
    .set({ state: 'cancelled', file: null, endedAt: now, updatedAt: now })
    .where(where)
    .returning({ id: importJobs.id });
}
