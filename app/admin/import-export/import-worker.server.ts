import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import { lockProducts } from '../../catalogue/catalogue.server.ts';
import { lockNumbers } from '../../catalogue/product-number.server.ts';
import { minutes } from '../../foundation/clock.ts';
import { createPoller, type Poller } from '../../foundation/jobs/poller.server.ts';
import { inTransaction, type RootShop, type Shop } from '../../foundation/shop.server.ts';
import { type Actor, insertAuditEntry } from '../audit-log/audited.server.ts';
import { importJobs, staff as staffTable } from '../tables.server.ts';
import { numberIn, planRows, readImportContext } from './check-table.server.ts';
import type { CsvProblem } from './contract.ts';
import { readImageFacts } from './image-facts.server.ts';
import { splitList } from './product-cells.ts';
import { readTable, type TableRow } from './read-table.server.ts';
import { RowsRejected, writeProducts } from './write-products.server.ts';

/** Rows per transaction. Each transaction also updates the job's progress. */
export const rowsAtOnce = 100;
/** Duration of a job's lease in milliseconds. Each transaction renews the lease. */
export const leaseMs = minutes(1);
/**
 * Time in milliseconds after which a job without progress fails, for example because database errors prevent the import of its
 * next rows.
 */
const giveUpAfterMs = minutes(10);

type Job = typeof importJobs.$inferSelect & { leasedUntil: Date; actor: Actor };

/** Creates the worker that imports files. When stopped, it finishes the current rows first. */
export const createImportWorker = (shop: RootShop): Poller =>
  createPoller(shop, [['imports', (mustStop) => runImports(shop, mustStop)]]);

/** Runs the started imports until none is left or `mustStop` returns true. Another process can continue an unfinished import. */
export async function runImports(shop: Shop, mustStop: () => boolean = () => false): Promise<void> {
  while (!mustStop()) {
    const job = await claimJob(shop);
    if (!job) return;
    await importRows(shop, job, readTable(job.file ?? new Uint8Array()).rows, mustStop);
  }
}

async function claimJob(shop: Shop): Promise<Job | undefined> {
  const now = shop.clock.now();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  return inTransaction(shop, async ({ db }) => {
    const [next] = await db
      .select({ job: importJobs, email: staffTable.email })
      .from(importJobs)
      .innerJoin(staffTable, eq(staffTable.id, importJobs.staffId))
      .where(
        and(
          eq(importJobs.state, 'running'),
          or(isNull(importJobs.leasedUntil), lte(importJobs.leasedUntil, now)),
        ),
      )
      .orderBy(asc(importJobs.createdAt))
      .limit(1)
      .for('update', { of: importJobs, skipLocked: true });
    if (!next) return undefined;
    const { job, email } = next;
    await db.update(importJobs).set({ leasedUntil }).where(eq(importJobs.id, job.id));
    return { ...job, leasedUntil, actor: { id: job.staffId, email } };
  });
}

/** Imports the remaining rows of a job. Ends early if the job was cancelled or another process has taken it over. */
async function importRows(
  shop: Shop,
  taken: Job,
  rows: readonly TableRow[],
  mustStop: () => boolean,
): Promise<void> {
  let job = taken;
  while (job.done < job.total) {
    if (mustStop()) return release(shop, job);
    const next = rows.slice(job.done, job.done + rowsAtOnce);
    if (next.length === 0) {
      const problem = {
        row: job.done + 1,
        column: '',
        message: 'Rows are missing at the end of the file. Please upload the file again.',
      };
      return fail(shop, job, [problem]);
    }
    try {
      const further = await writeNext(shop, job, next);
      if (!further) return;
      job = further;
    } catch (error) {
      if (error instanceof RowsRejected) return fail(shop, job, error.problems);
      const failingForMs = shop.clock.now().getTime() - taken.updatedAt.getTime();
      if (failingForMs < giveUpAfterMs || job !== taken) {
        // Release the job, so that the worker tries again in its next run.
        await release(shop, job);
        throw error;
      }
      shop.log.error({ err: error, job: job.id }, 'failed to read an import');
      const row = next[0]?.row ?? 0;
      return fail(shop, job, [
        { row, column: '', message: 'The shop could not save this row and the rows after it.' },
      ]);
    }
  }
}

/**
 * Writes the next rows and the job's progress in one transaction. Returns undefined if this process no longer has the job's
 * lease.
 */
async function writeNext(shop: Shop, job: Job, rows: readonly TableRow[]): Promise<Job | undefined> {
  const context = await readImportContext(shop);
  const files = rows.flatMap(({ cells }) => splitList(cells.get('pictures') ?? ''));
  const facts = await readImageFacts(shop, files);
  return inTransaction(shop, async (tx) => {
    const further = await advance(tx, job, rows.length);
    if (!further) return undefined;
    await lockNumbers(tx);
    await lockProducts(tx, rows.map(numberIn));
    const { plans, problems } = await planRows(tx, rows, context);
    if (problems.length > 0) throw new RowsRejected(problems);
    await writeProducts(tx, plans, { actor: job.actor, importId: job.id, facts });
    if (further.done === further.total)
      await insertAuditEntry(tx, job.actor, action('import.done', job), { after: { rows: job.total } });
    return further;
  });
}

/**
 * Updates the job's progress and renews its lease. Returns undefined if the job was cancelled, or if another process has leased
 * it or written the rows.
 */
async function advance({ db, clock }: Shop, job: Job, count: number): Promise<Job | undefined> {
  const updatedAt = clock.now();
  const leasedUntil = new Date(updatedAt.getTime() + leaseMs);
  const done = job.done + count;
  const isEnd = done === job.total;
  const updated = await db
    .update(importJobs)
    .set({
      done,
      updatedAt,
      leasedUntil: isEnd ? null : leasedUntil,
      ...(isEnd && { state: 'done', file: null, endedAt: updatedAt }),
    })
    .where(ownedBy(job))
    .returning({ id: importJobs.id });
  return updated.length === 0 ? undefined : { ...job, done, updatedAt, leasedUntil };
}

const ownedBy = ({ id, done, leasedUntil }: Job) =>
  and(
    eq(importJobs.id, id),
    eq(importJobs.state, 'running'),
    eq(importJobs.done, done),
    eq(importJobs.leasedUntil, leasedUntil),
  );

const action = (action: string, { id }: Job) => ({ action, subject: { kind: 'import', id } });

/** Ends the lease early, so that the next process does not wait until it expires. */
async function release({ db }: Shop, job: Job): Promise<void> {
  await db.update(importJobs).set({ leasedUntil: null }).where(ownedBy(job));
}

async function fail(shop: Shop, job: Job, problems: readonly CsvProblem[]): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const now = tx.clock.now();
    const failed = await tx.db
      .update(importJobs)
      .set({ state: 'failed', file: null, problems: [...problems], endedAt: now, updatedAt: now })
      .where(ownedBy(job))
      .returning({ id: importJobs.id });
    if (failed.length === 0) return;
    const after = { done: job.done, rows: job.total };
    await insertAuditEntry(tx, job.actor, action('import.failed', job), { after });
  });
}
