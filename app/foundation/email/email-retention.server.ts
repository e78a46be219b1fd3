import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** How long a sent or written mail is kept: long enough to look into a complaint. */
const storedFor = 30 * 24 * 3_600_000;
/** One clearing takes so many at most; what is left waits for the next, so that no clearing is long. */
const batch = 200;
const maxBatches = 10;
const maxFiles = 2000;

/** `2026-11-21T07-51-00-000Z`: a moment in the name of a mail's file, in order of time when sorted. */
export function timeInFileName(moment: Date): string {
  return moment.toISOString().replace(/[:.]/g, '-');
}

const writtenMail = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\w-]+\.eml(?:\.part)?$/;

/**
 * Forgets the mails that were sent more than 30 days ago, and the files of mails that were written that long
 * ago. Mails that wait, or that were given up, stay. Answers how many of each are gone.
 */
export async function deleteOldEmails(shop: Shop): Promise<{ emails: number; files: number }> {
  const until = new Date(shop.clock.now().getTime() - storedFor);
  let emails = 0;
  for (let round = 0; round < maxBatches; round++) {
    const gone = await forgetSent(shop, until);
    emails += gone;
    if (gone < batch) break;
  }
  return { emails, files: await removeWritten(path.join(shop.config.dataDir, 'mail'), until) };
}

async function forgetSent(shop: Shop, until: Date): Promise<number> {
  // Rows that another process is forgetting are skipped: two at once never wait for each other. As an array they are selected once;
  // `in (select … limit)` may be selected again for each row of the table, and then deletes more than the limit.
  const old = sql`select ${outbox.id} from ${outbox}
    where ${outbox.sentAt} < ${until.toISOString()}::timestamptz limit ${batch} for update skip locked`;
  const gone = await shop.db
    .delete(outbox)
    .where(sql`${outbox.id} = any(array(${old}))`)
    .returning({ id: outbox.id });
  return gone.length;
}

async function removeWritten(folder: string, until: Date): Promise<number> {
  const limit = timeInFileName(until);
  const old = (await namesIn(folder)).filter((name) => writtenMail.test(name) && name < limit).sort();
  const gone = old.slice(0, maxFiles);
  for (const name of gone) await rm(path.join(folder, name), { force: true });
  return gone.length;
}

/** Where no mail was ever written there is no folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
