import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test as base, expect } from 'vitest';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { entriesBelow, unpackBackup, writeBackup } from './backup-file.server.ts';

/** Backups that commit c39dd43 wrote, the last commit without tar-stream. */
const old = (name: string) =>
  path.join(import.meta.dirname, '../../tests/fixtures/old-backups', `${name}-c39dd43.tar.gz`);

const about = { madeAt: '2026-11-24T12:00:00.000Z', engine: 'embedded' as const, version: '18', counts: {} };
const longName = `uploads/${'l'.repeat(150)}.jpg`;

const it = base
  .extend('kind', () => 'backup')
  .extend('folder', ({ kind }, { onCleanup }) => {
    const folder = makeTempFolder(kind);
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  .extend('into', ({ folder }) => path.join(folder, 'into'));

/** Writes a backup with one file that has this name and content. Returns the path of the backup. */
async function backupOf(folder: string, name: string, content = 'content'): Promise<string> {
  const file = path.join(folder, 'file');
  writeFileSync(file, content);
  const backup = path.join(folder, 'backup.tar.gz');
  await writeBackup(
    backup,
    about,
    (async function* () {
      yield { name, file };
    })(),
  );
  return backup;
}

it('unpacks a backup that commit c39dd43 has written, with rows, images and a long file name', async ({
  into,
}) => {
  const { engine, counts, files } = await unpackBackup(old('postgresql'), into);
  expect({ engine, counts }).toMatchObject({ engine: 'postgresql', counts: { orders: 6, payments: 3 } });
  expect(Object.keys(files)).toHaveLength(5);
  expect(readFileSync(path.join(into, longName), 'utf8')).toBe('the bytes of an image with a long name');
  expect(statSync(path.join(into, 'uploads/empty.mp4')).size).toBe(0);
});

it('unpacks all folders of a backup that commit c39dd43 has written, also the empty ones', async ({
  into,
}) => {
  await unpackBackup(old('embedded-folders'), into);
  expect(readdirSync(path.join(into, 'postgres')).toSorted()).toEqual(['PG_VERSION', 'base', 'pg_notify']);
  expect(readdirSync(path.join(into, 'postgres/pg_notify'))).toEqual([]);
  expect(readFileSync(path.join(into, 'postgres/base/1/1259'), 'utf8')).toBe('page'.repeat(2048));
});

it('writes a backup that the system’s tar can read, with names over 100 characters', async ({ folder }) => {
  const backup = await backupOf(folder, longName);
  expect(execFileSync('tar', ['-xzOf', backup, longName]).toString()).toBe('content');
});

it.for(['uploads/साड़ी.jpg', `uploads/${'साड़ी'.repeat(30)}.jpg`, 'uploads/../secret', '/etc/passwd'])(
  'rejects a backup that contains a file with the name %s',
  async (name, { folder, into }) => {
    await expect(unpackBackup(await backupOf(folder, name), into)).rejects.toThrow(
      `cannot be restored. It holds ${name}, which no backup does.`,
    );
  },
);

it('rejects a truncated, changed or invalid backup, and names the fault', async ({ folder, into }) => {
  const whole = readFileSync(old('postgresql'));
  const archive = gunzipSync(whole);
  const broken = Buffer.from(archive).fill('x', 0, 20);
  for (const [bytes, message] of [
    [whole.subarray(0, whole.length / 2), 'unexpected end of file'],
    [whole.subarray(0, -4), 'unexpected end of file'],
    [Buffer.alloc(0), 'unexpected end of file'],
    [gzipSync(archive.subarray(0, 100)), 'The archive breaks off: not all of it is here.'],
    [gzipSync(archive.subarray(0, 5000)), 'The archive breaks off: not all of it is here.'],
    [gzipSync(broken), 'This file is no archive, or it is broken.'],
    [gzipSync(Buffer.alloc(1024)), 'It has no manifest: not all of it is here.'],
    [Buffer.from('no archive at all'), 'incorrect header check'],
  ] as const) {
    rmSync(into, { recursive: true, force: true });
    const file = path.join(folder, 'wrong.tar.gz');
    writeFileSync(file, bytes);
    await expect(unpackBackup(file, into)).rejects.toThrow(`${file} cannot be restored. ${message}`);
  }
});

it('creates no more files after it has rejected a truncated backup', async ({ folder }) => {
  const archive = gunzipSync(readFileSync(old('postgresql')));
  const list = (into: string) => (existsSync(into) ? readdirSync(into, { recursive: true }) : []);
  const rejected: { into: string; files: unknown[] }[] = [];
  for (let part = 1; part <= 300; part++) {
    const file = path.join(folder, 'cut.tar.gz');
    const into = path.join(folder, `into-${part}`);
    writeFileSync(file, gzipSync(archive.subarray(0, (archive.length * part) / 301), { level: 1 }));
    await expect(unpackBackup(file, into)).rejects.toThrow('cannot be restored');
    rejected.push({ into, files: list(into) });
  }
  for (const { into, files } of rejected) expect(list(into)).toEqual(files);
});

// Linux reports a size of 0 for this file, so it seems to grow while it is read.
it.runIf(process.platform === 'linux')(
  'fails and leaves no backup if a file changes while it is read',
  async ({ folder }) => {
    const writing = writeBackup(
      path.join(folder, 'backup.tar.gz'),
      about,
      (async function* () {
        yield { name: 'secret', file: '/proc/self/status' };
      })(),
    );
    await expect(writing).rejects.toThrow('/proc/self/status changed while it was read. Please try again.');
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('writes and unpacks a file with less memory than the file’s size', async ({ folder, into }) => {
  const large = path.join(folder, 'large');
  mkdirSync(large);
  const size = 128 * 1024 ** 2;
  writeFileSync(path.join(large, 'rows'), '');
  truncateSync(path.join(large, 'rows'), size);
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }, 5);
  const backup = path.join(folder, 'backup.tar.gz');
  await writeBackup(backup, about, entriesBelow(large, 'postgres'));
  await unpackBackup(backup, into);
  clearInterval(watch);
  expect(statSync(path.join(into, 'postgres/rows')).size).toBe(size);
  expect(peak).toBeLessThan(0.75 * size);
});
