import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { receiveBytes } from '../../foundation/http/read-body.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { audited } from '../audit-log/audited.server.ts';
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

const { file: _file, ...columns } = getTableColumns(importJobs);
const shownImports = 10;

/** The last few imports, the newest first. */
export async function listImports(shop: Shop): Promise<CsvImport[]> {
  const rows = await select(shop)
    .orderBy(desc(importJobs.createdAt), desc(importJobs.id))
    .limit(shownImports);
  return rows.map(toWire);
}

/** Throws `no-such-import` (404). */
export async function readImport(shop: Shop, id: string): Promise<CsvImport> {
  const [row] = await select(shop).where(eq(importJobs.id, id));
  if (!row) throw NoSuchImport();
  return toWire(row);
}

function select({ db }: Shop) {
  return db
    .select({ ...columns, uploadedBy: staffTable.email })
    .from(importJobs)
    .innerJoin(staffTable, eq(staffTable.id, importJobs.staffId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toWire({
  id,
  state,
  fileName,
  uploadedBy,
  total,
  done,
  problems,
  createdAt,
  endedAt,
}: Row): CsvImport {
  return {
    id,
    state,
    fileName,
    uploadedBy,
    total,
    done,
    // Whoever has given a file up has brought another.
    problems: state === 'cancelled' ? [] : problems.slice(0, maxShownProblems),
    hasMoreProblems: problems.length > maxShownProblems,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/**
 * Takes a file of pieces in and checks it, writing nothing of it: a dry run. What the same person had checked before
 * and never read in is forgotten. Throws `too-large` (413).
 */
export async function createImport(
  shop: Shop,
  staff: Staff,
  fileName: string,
  request: Request,
): Promise<CsvImport> {
  const file = await receiveBytes(request, maxCsvBytes, CsvTooLarge);
  const { total, problems } = await checkTable(shop, file);
  return audited(shop, staff, { action: 'import.create', subject: { kind: 'import' } }, async (tx) => {
    const now = tx.clock.now();
    await tx.db
      .update(importJobs)
      .set({ state: 'cancelled', file: null, endedAt: now, updatedAt: now })
      .where(and(eq(importJobs.staffId, staff.id), eq(importJobs.state, 'checked')));
    const [created] = await tx.db
      .insert(importJobs)
      .values({
        kind: 'products',
        state: 'checked',
        fileName,
        file: problems.length === 0 ? file : null,
        total,
        // One more than is shown tells that there are more.
        problems: problems.slice(0, maxShownProblems + 1),
        staffId: staff.id,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: importJobs.id });
    if (!created) throw new Error('An import was written down and is not there');
    const after = { fileName, rows: total, problems: problems.length };
    return { id: created.id, after, result: await readImport(tx, created.id) };
  });
}

/**
 * Has a checked file read in, behind, a few rows at a time. Throws `no-such-import` (404), `not-checked` and
 * `import-under-way` (409).
 */
export function startImport(shop: Shop, staff: Staff, id: string): Promise<CsvImport> {
  return audited(shop, staff, { action: 'import.start', subject: { kind: 'import', id } }, async (tx) => {
    await lockImports(tx);
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
  });
}

/** Gives a file up that is not read in yet, or not to its end: what is written stays. Throws like {@link startImport}. */
export function cancelImport(shop: Shop, staff: Staff, id: string): Promise<CsvImport> {
  return audited(shop, staff, { action: 'import.cancel', subject: { kind: 'import', id } }, async (tx) => {
    const now = tx.clock.now();
    const cancelled = await tx.db
      .update(importJobs)
      .set({ state: 'cancelled', file: null, endedAt: now, updatedAt: now })
      .where(and(eq(importJobs.id, id), sql`${importJobs.state} in ('checked', 'running')`))
      .returning({ id: importJobs.id });
    const after = await readImport(tx, id);
    if (cancelled.length === 0) throw NotChecked('This import has ended already.');
    return { after: { done: after.done, rows: after.total }, result: after };
  });
}

/** From here to the end of the transaction nobody else begins an import. */
async function lockImports({ db }: Shop): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7264)`);
}
