import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../foundation/config/config.server.ts';
import { type UploadsStorage, uploadsOf } from '../foundation/files/uploads-storage.server.ts';
import { openLog } from '../foundation/log.server.ts';
import { type ArchiveEntry, writeBackup } from './backup-file.server.ts';
import { copyEmbedded, dumpPostgres } from './backup-rows.server.ts';
import { noteBackupOf } from './note-backup.server.ts';

const plainName = /^[A-Za-z0-9][\w.-]*$/;

/**
 * Writes a backup of the rows, the uploads and the file with the secret. The shop may be running. Records the backup in the
 * shop's database, for the dashboard. Returns a report for the terminal.
 */
export async function createBackup(
  environment: NodeJS.ProcessEnv,
  [folder = 'backups']: readonly string[],
): Promise<{ file: string; text: string }> {
  const config = readConfig(environment);
  const { dataDir, databaseUrl } = config;
  const uploads = uploadsOf({ config, log: openLog(config.logLevel) });
  const now = new Date();
  const name = `tanabana-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`;
  const file = path.resolve(folder, name);
  const rows = databaseUrl === undefined ? await copyEmbedded(dataDir) : await dumpPostgres(databaseUrl);
  try {
    // Back up the rows before the files. The shop stores a file before a row names it, so the backup contains every file that a
    // row names.
    const contents = listEntries(rows.contents, path.join(dataDir, 'secret'), uploads);
    const { engine, version, counts } = rows;
    const { files } = await writeBackup(
      file,
      { madeAt: now.toISOString(), engine, version, counts },
      contents,
    );
    const { size } = await stat(file);
    const images = Object.keys(files).filter((name) => name.startsWith('uploads/')).length;
    const isNoted = await noteBackupOf(config, now);
    const text = [
      `${file} (${(size / 1024 ** 2).toFixed(1)} MB)`,
      `${formatCounts(counts)}; ${images} pictures and videos.`,
      ...(isNoted ? [] : ['The shop could not note the backup, so its dashboard does not show it.']),
      secretInText(config.secret !== undefined, 'secret' in files),
      'It holds addresses, orders and keys: keep it where only you can read it, and on another machine.',
    ];
    return { file, text: text.join('\n') };
  } finally {
    await rm(rows.folder, { recursive: true, force: true });
  }
}

/** Formats counts of rows, such as `12 orders, 3 payments`. */
export const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name === 'unitsOnHand' ? 'units on hand' : name}`)
    .join(', ');

function secretInText(isSetting: boolean, isInside: boolean): string {
  if (isSetting)
    return 'SHOP_SECRET is a setting and not in the file: keep it, and every other key, somewhere else.';
  return isInside ? 'The shop’s secret is in the file.' : 'There is no file with a secret.';
}

/** Lists everything that the archive of a backup contains: the rows, the secret and the uploads. */
async function* listEntries(
  rows: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
  secret: string,
  uploads: UploadsStorage,
): AsyncGenerator<ArchiveEntry> {
  yield* rows;
  if (existsSync(secret)) yield { name: 'secret', file: secret };
  for (const name of await uploads.listNames()) {
    const upload = plainName.test(name) && (await uploads.find(name));
    if (upload) yield { name: `uploads/${name}`, file: await uploads.localPath(name, upload) };
  }
}
