import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** Retention of sent emails in milliseconds, long enough to investigate a complaint. */
const retentionMs = 30 * 24 * 3_600_000;
/** Limits that keep one run short. The next run deletes the remaining emails and files. */
const batch = 200;
const maxBatches = 10;
const maxFiles = 2000;

/** Formats a time for the name of an email file, sortable by name: `2026-11-21T07-51-00-000Z`. */
export function timeInFileName(moment: Date): string {
  return moment.toISOString().replace(/[:.]/g, '-');
}

const emailFileName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\w-]+\.eml(?:\.part)?$/;

/**
 * Deletes emails that were sent more than 30 days ago, and email files older than 30 days, at most 2,000 of each per call.
 * Pending and failed emails are kept. Returns the numbers of deleted emails and files.
 */
export async function deleteOldEmails(shop: Shop): Promise<{ emails: number; files: number }> {
  const until = new Date(shop.clock.now().getTime() - retentionMs);
  let emails = 0;
  for (let round = 0; round < maxBatches; round++) {
    const deleted = await deleteSent(shop, until);
    emails += deleted;
    if (deleted < batch) break;
  }
  return { emails, files: await deleteFiles(path.join(shop.config.dataDir, 'mail'), until) };
}

async function deleteSent(shop: Shop, until: Date): Promise<number> {
  // `skip locked` skips rows that another process is deleting. The array makes PostgreSQL evaluate the subquery once.
  // PostgreSQL may evaluate `in (select … limit)` for each row of the table, which deletes more rows than the limit.
  const old = sql`select ${outbox.id} from ${outbox}
    where ${outbox.sentAt} < ${until.toISOString()}::timestamptz limit ${batch} for update skip locked`;
  const deleted = await shop.db
    .delete(outbox)
    .where(sql`${outbox.id} = any(array(${old}))`)
    .returning({ id: outbox.id });
  return deleted.length;
}

async function deleteFiles(folder: string, until: Date): Promise<number> {
  const limit = timeInFileName(until);
  const old = (await listNames(folder)).filter((name) => emailFileName.test(name) && name < limit).sort();
  const deleted = old.slice(0, maxFiles);
  for (const name of deleted) await rm(path.join(folder, name), { force: true });
  return deleted.length;
}

/** Lists the files in the folder. Returns an empty list before the first email, when the folder does not exist. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
