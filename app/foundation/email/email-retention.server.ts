import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { days } from '../clock.ts';
import type { Config } from '../config/config.server.ts';
import { deleteExpired } from '../database/delete-expired.server.ts';
import { propertyOf } from '../parse-json.ts';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** Time in milliseconds for which sent emails are kept. It is long enough to investigate a complaint. */
const retentionMs = days(30);
/** Maximum number of emails, and of email files, that one run deletes. The next run deletes the others. */
const maxPerRun = 2000;

/** Formats a time for the name of an email file. The names sort by time. Example: `2026-11-21T07-51-00-000Z`. */
export function timeInFileName(moment: Date): string {
  return moment.toISOString().replace(/[:.]/g, '-');
}

/** Returns the folder for the email files of a shop without SMTP. */
export const emailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'mail');

const emailFileName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\w-]+\.eml(?:\.part)?$/;

/**
 * Deletes up to 2,000 emails that were sent more than 30 days ago, and up to 2,000 email files of that age. Returns the numbers
 * of deleted emails and files.
 */
export async function deleteOldEmails(shop: Shop): Promise<{ emails: number; files: number }> {
  const until = new Date(shop.clock.now().getTime() - retentionMs);
  // An email that is exactly 30 days old is still kept.
  const lastSentAt = new Date(until.getTime() - 1);
  return {
    emails: await deleteExpired(shop, outbox.id, outbox.sentAt, lastSentAt, maxPerRun),
    files: await deleteFiles(emailFolder(shop.config), until),
  };
}

async function deleteFiles(folder: string, until: Date): Promise<number> {
  const limit = timeInFileName(until);
  const old = (await listEmailFiles(folder))
    .filter((name) => emailFileName.test(name) && name < limit)
    .sort();
  const deleted = old.slice(0, maxPerRun);
  for (const name of deleted) await rm(path.join(folder, name), { force: true });
  return deleted.length;
}

/** Lists the files in the folder. Returns an empty list before the first email, when the folder does not exist yet. */
export async function listEmailFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return [];
    throw error;
  }
}
