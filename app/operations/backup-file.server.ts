import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
import { propertyOf } from '../foundation/parse-json.ts';

/** The last entry of a backup. It contains the checksums of all other entries. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  /** Version of PostgreSQL, also for the embedded database. */
  version: z.string(),
  /** Numbers of rows, for example of orders and payments. */
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string(), writtenAt: z.number() })),
});
export type Manifest = z.infer<typeof Manifest>;

export type ArchiveEntry = { name: string; file: string; isFolder?: boolean };

const manifestName = 'manifest.json';
/** Allowed names of files in a backup, so that unpacking it writes only into the target folder. */
const allowedName = /^(rows\.dump|secret|uploads\/[A-Za-z0-9][\w.-]*|postgres(\/[A-Za-z0-9_][\w.-]*)+)$/;

/** Lists the files and folders below a folder. Lists each folder before its content. */
export async function* entriesBelow(folder: string, name: string): AsyncGenerator<ArchiveEntry> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const packed = { name: `${name}/${entry.name}`, file: path.join(folder, entry.name) };
    if (entry.isDirectory()) {
      yield { ...packed, isFolder: true };
      yield* entriesBelow(packed.file, packed.name);
    } else if (entry.isFile()) yield packed;
  }
}

/**
 * Writes a compressed archive with a manifest as the last entry. Only the file's owner can read it. Leaves no file after a
 * failure.
 */
export async function writeBackup(
  file: string,
  about: Omit<Manifest, 'format' | 'files'>,
  contents: AsyncIterable<ArchiveEntry>,
): Promise<Manifest> {
  const manifest: Manifest = { format: 1, ...about, files: {} };
  const archive = pack();
  const draft = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  const into = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  // If `fill` fails, destroy the archive, so that `pipeline` ends too. If `pipeline` fails, it destroys the archive, so that
  // `fill` ends too.
  const filling = fill(archive, manifest, contents).catch((error) => archive.destroy(error));
  try {
    await pipeline(archive, createGzip({ level: 1 }), into);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await filling;
  }
  return manifest;
}

/** Writes the contents and then the manifest into the archive. Writes one file at a time, in parts. */
async function fill(archive: Pack, manifest: Manifest, contents: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const { name, file, isFolder } of contents) {
    const { size, mtime, mtimeMs } = await stat(file);
    if (isFolder) {
      await pipeline([], archive.entry({ name, type: 'directory', mode: 0o700, mtime }));
      continue;
    }
    const meter = createMeter();
    const parts = async function* () {
      yield* meter.pass(createReadStream(file, { highWaterMark: 256 * 1024 }));
      if (meter.read().bytes !== size)
        throw new Error(`${file} changed while it was read. Please try again.`);
    };
    await pipeline(parts, archive.entry({ name, size, mode: 0o600, mtime }));
    manifest.files[name] = { ...meter.read(), writtenAt: mtimeMs };
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 1));
  await pipeline([text], archive.entry({ name: manifestName, size: text.length, mode: 0o600 }));
  archive.finalize();
}

/** Unpacks a backup into an empty folder and verifies the checksums. Rejects with an Error whose message is for the operator. */
export async function unpackBackup(file: string, into: string): Promise<Manifest> {
  const checksums = new Map<string, string>();
  let text: string | undefined;
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  // `reading` is awaited only after the loop. Ignore its rejection until then, because an unhandled rejection would end the
  // process.
  reading.catch(() => undefined);
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (name === manifestName) {
        text = (await buffer(entry)).toString();
        continue;
      }
      if (!allowedName.test(name) || name.includes('..'))
        throw new Error(`It holds ${name}, which no backup does.`);
      const isFolder = type === 'directory';
      const to = path.join(into, name);
      await mkdir(isFolder ? to : path.dirname(to), { recursive: true, mode: 0o700 });
      if (isFolder) continue;
      const meter = createMeter();
      // Create the file before streaming into it. Otherwise a failed stream could still create the file after the rejection.
      const output = await open(to, 'wx', 0o600);
      await pipeline(meter.pass(entry), output.createWriteStream({ flush: true }));
      checksums.set(name, meter.read().sha256);
    }
    await reading;
  } catch (error) {
    // If the archive cannot be read, `error` says only that an entry was destroyed. `reading` rejects with the cause.
    const cause = await reading.then(
      () => error,
      (why) => (isPrematureClose(why) ? error : why),
    );
    throw new Error(`${file} cannot be restored. ${reasonOf(cause)}`, { cause });
  }
  if (text === undefined)
    throw new Error(`${file} cannot be restored. It has no manifest: not all of it is here.`);
  const manifest = Manifest.parse(JSON.parse(text));
  const names = new Set([...checksums.keys(), ...Object.keys(manifest.files)]);
  for (const name of names) {
    const listed = manifest.files[name];
    if (!listed || checksums.get(name) !== listed.sha256)
      throw new Error(`${file} cannot be restored. ${name} in it is not as its manifest says.`);
    await utimes(path.join(into, name), new Date(), new Date(listed.writtenAt));
  }
  return manifest;
}

/**
 * True for the error of a stream that was destroyed before its end. The loop over the archive's entries destroys the stream if it
 * throws.
 */
const isPrematureClose = (error: unknown) => propertyOf(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE';

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message === 'Unexpected end of data') return 'The archive breaks off: not all of it is here.';
  return /^(Invalid|Header)/.test(message) ? 'This file is no archive, or it is broken.' : message;
}

/** Counts the bytes of a stream and computes their checksum. */
function createMeter() {
  const sum = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(parts: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
      for await (const part of parts) {
        if (!(part instanceof Uint8Array)) throw new TypeError('A stream of bytes is needed.');
        sum.update(part);
        bytes += part.length;
        yield part;
      }
    },
    read: () => ({ bytes, sha256: sum.copy().digest('hex') }),
  };
}
