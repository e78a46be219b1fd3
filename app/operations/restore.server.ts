import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Config, readConfig } from '../foundation/config/config.server.ts';
import { assertKnownMigrations } from '../foundation/database/applied-migrations.server.ts';
import { lockFolder } from '../foundation/database/data-dir-lock.server.ts';
import { openEmbedded, openPostgres } from '../foundation/database/database.server.ts';
import { uploadsOf } from '../foundation/files/uploads-storage.server.ts';
import { openLog } from '../foundation/log.server.ts';
import { formatCounts } from './backup.server.ts';
import { type Manifest, unpackBackup } from './backup-file.server.ts';
import {
  type FoundRows,
  hasRows,
  hasTables,
  inspectRows,
  listDumpedMigrations,
  loadPostgres,
  repairHalfRestored,
  replaceDatabaseFolder,
} from './restore-rows.server.ts';

const usage = 'npm run restore -- backups/tanabana-….tar.gz';
const engineNames = { embedded: 'the embedded database', postgresql: 'PostgreSQL' };

/**
 * Implements `npm run restore`: restores a backup into a shop that is not running. Replaces existing data only if `--replace` is
 * given. Returns a report for the terminal.
 */
export async function restore(
  environment: NodeJS.ProcessEnv,
  root: string,
  args: readonly string[],
): Promise<string> {
  const mayReplace = args.includes('--replace');
  const [file, ...others] = args.filter((arg) => arg !== '--replace');
  if (file === undefined || others.length > 0) throw new Error(`Please name one file: ${usage}`);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const config = readConfig(environment);
  const startedAt = performance.now();
  const unlock = lockFolder(config.dataDir);
  const work = path.join(config.dataDir, `restoring-${crypto.randomUUID()}`);
  try {
    await repairHalfRestored(config.dataDir);
    if (!mayReplace) await assertTargetEmpty(config);
    else if (config.databaseUrl) await hasTables(config.databaseUrl);
    await mkdir(work, { mode: 0o700 });
    const manifest = await unpackBackup(file, work);
    const engine = config.databaseUrl ? 'postgresql' : 'embedded';
    if (manifest.engine !== engine)
      throw new Error(
        `This backup is of a shop on ${engineNames[manifest.engine]}, and here the settings name ${engineNames[engine]}.`,
      );
    const { restored, aside } = await restoreContents(config, root, work, manifest);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return [
      `Restored in ${seconds} s, as of ${manifest.madeAt}: ${formatCounts(restored.counts)}.`,
      restored.otherDifferences === 0
        ? 'The integrity check found no differences: stock, orders, payments, refunds and invoices agree.'
        : `The backup has ${restored.otherDifferences} differences that its shop had already: npm run verify lists them.`,
      ...aside.map(
        (folder) => `What was there before is in ${folder}. Remove it when you do not need it any more.`,
      ),
    ].join('\n');
  } finally {
    await rm(work, { recursive: true, force: true });
    unlock();
  }
}

async function assertTargetEmpty(config: Config): Promise<void> {
  const { databaseUrl, dataDir, bucket } = config;
  const isFull = databaseUrl ? await hasTables(databaseUrl) : await hasRows(dataDir);
  const files = bucket ? [] : await readdir(path.join(dataDir, 'uploads')).catch(() => []);
  if (!isFull && files.length === 0) return;
  const where = databaseUrl && isFull ? 'in that database' : `in ${dataDir}`;
  throw new Error(`There is a shop ${where} already. To put the backup in its place, add --replace.`);
}

/**
 * Restores the files before the rows, so that no row names a missing file. `aside` in the result lists the folders with the
 * replaced data.
 */
async function restoreContents(config: Config, root: string, work: string, manifest: Manifest) {
  const { databaseUrl, dataDir } = config;
  const migrations = path.join(root, 'migrations');
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  if (databaseUrl) {
    assertKnownMigrations(await listDumpedMigrations(work), migrations);
    await restoreFiles(config, work);
    await loadPostgres(databaseUrl, work);
    const restored = await inspectRows(openPostgres(databaseUrl, migrations));
    assertSameRows(restored, manifest);
    return { restored, aside: await restoreSecret(dataDir, work, stamp) };
  }
  const restored = await inspectRows(openEmbedded(work, migrations));
  assertSameRows(restored, manifest);
  await restoreFiles(config, work);
  const secret = await restoreSecret(dataDir, work, stamp);
  const aside = await replaceDatabaseFolder(dataDir, work, stamp);
  return { restored, aside: [...new Set(aside ? [aside, ...secret] : secret)] };
}

function assertSameRows({ counts, faults }: FoundRows, manifest: Manifest): void {
  const others = Object.keys(manifest.counts).filter((name) => counts[name] !== manifest.counts[name]);
  const lines = [
    ...faults,
    ...others.map((name) => `${manifest.counts[name]} ${name} were backed up, and ${counts[name]} are there`),
  ];
  if (lines.length > 0) throw new Error(`The restored rows are not right: ${lines.join('; ')}.`);
}

async function restoreFiles(config: Config, work: string): Promise<void> {
  const from = path.join(work, 'uploads');
  const storage = uploadsOf({ config, log: openLog(config.logLevel) });
  await storage.check();
  for (const name of await readdir(from).catch(() => []))
    await storage.storeFile(name, path.join(from, name));
}

/** Restores the secret. Keeps a copy of the old secret, which may be needed to verify signatures. */
async function restoreSecret(dataDir: string, work: string, stamp: string): Promise<string[]> {
  const [from, to] = [path.join(work, 'secret'), path.join(dataDir, 'secret')];
  if (!existsSync(from)) return [];
  if (!existsSync(to)) {
    await rename(from, to);
    return [];
  }
  if ((await readFile(from)).equals(await readFile(to))) return [];
  const aside = path.join(dataDir, `replaced-${stamp}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(to, path.join(aside, 'secret'));
  await rename(from, to);
  return [aside];
}
