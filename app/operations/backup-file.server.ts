import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { readTar, tarEnd, tarHeader, tarPadding } from '../foundation/files/tar.server.ts';

const engines = ['embedded', 'postgresql'] as const;

/** What stands last in a backup, and what everything before it is checked against. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(engines),
  /** Of the database, as it calls itself. */
  version: z.string(),
  /** How many orders, payments and so on there are. */
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string(), writtenAt: z.number() })),
});
export type Manifest = z.infer<typeof Manifest>;
export type Engine = Manifest['engine'];

/** A file or a folder of this machine, and its name in the backup. */
export type Packed = { name: string; file: string; isFolder?: boolean };

const manifestName = 'manifest.json';
/** What a backup may hold: nothing leads out of the folder into which it is unpacked. */
const allowed = /^(rows\.dump|secret|uploads\/[A-Za-z0-9][\w.-]*|postgres(\/[A-Za-z0-9_][\w.-]*)+)$/;

/** Everything below a folder, its folders first: also empty ones. */
export async function* everythingBelow(folder: string, name: string): AsyncGenerator<Packed> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const packed = { name: `${name}/${entry.name}`, file: path.join(folder, entry.name) };
    if (entry.isDirectory()) {
      yield { ...packed, isFolder: true };
      yield* everythingBelow(packed.file, packed.name);
    } else if (entry.isFile()) yield packed;
  }
}

/**
 * Writes a backup: a compressed archive that only its owner may read, with a manifest of checksums at its end. It is there
 * whole, or not at all.
 */
export async function writeBackup(
  file: string,
  about: Omit<Manifest, 'format' | 'files'>,
  contents: AsyncIterable<Packed>,
): Promise<Manifest> {
  const manifest: Manifest = { format: 1, ...about, files: {} };

  async function* archive(): AsyncGenerator<Buffer> {
    for await (const { name, file: from, isFolder = false } of contents) {
      const { size, mtimeMs } = await stat(from);
      yield tarHeader({ name, size: isFolder ? 0 : size, isFolder });
      if (isFolder) continue;
      const sum = createHash('sha256');
      let bytes = 0;
      for await (const part of readParts(from)) {
        sum.update(part);
        bytes += part.length;
        yield part;
      }
      if (bytes !== size) throw new Error(`${from} changed while it was read. Please try again.`);
      manifest.files[name] = { bytes, sha256: sum.digest('hex'), writtenAt: mtimeMs };
      yield tarPadding(size);
    }
    const text = Buffer.from(JSON.stringify(manifest, null, 1));
    yield tarHeader({ name: manifestName, size: text.length, isFolder: false });
    yield Buffer.concat([text, tarPadding(text.length), tarEnd]);
  }

  const draft = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    const into = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(archive()), createGzip({ level: 1 }), into);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return manifest;
}

async function* readParts(file: string): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (part instanceof Buffer) yield part;
  }
}

/**
 * Unpacks a backup into an empty folder, and answers its manifest when everything in it is as the manifest says. Rejects with an
 * Error in plain words otherwise; the folder then holds what was unpacked so far.
 */
export async function unpackBackup(file: string, into: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  let text: string | undefined;
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(file), unzipped);
  reading.catch(() => undefined);
  try {
    await readTar(unzipped, async ({ name, isFolder }, bytes) => {
      if (name === manifestName) {
        text = await textOf(bytes);
        return;
      }
      if (!allowed.test(name) || name.includes('..'))
        throw new Error(`It holds ${name}, which no backup does.`);
      const to = path.join(into, name);
      await mkdir(isFolder ? to : path.dirname(to), { recursive: true, mode: 0o700 });
      if (!isFolder) found.set(name, await writeParts(to, bytes));
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be restored. ${why}`, { cause });
  } finally {
    unzipped.destroy();
  }
  if (text === undefined)
    throw new Error(`${file} cannot be restored. It has no manifest: not all of it is here.`);
  const manifest = Manifest.parse(JSON.parse(text));
  const names = new Set([...found.keys(), ...Object.keys(manifest.files)]);
  for (const name of names) {
    const [is, shouldBe] = [found.get(name), manifest.files[name]];
    if (!is || !shouldBe || is.sha256 !== shouldBe.sha256)
      throw new Error(`${file} cannot be restored. ${name} in it is not as its manifest says.`);
    await utimes(path.join(into, name), new Date(), new Date(shouldBe.writtenAt));
  }
  return manifest;
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function writeParts(file: string, bytes: AsyncIterable<Buffer>) {
  const sum = createHash('sha256');
  let length = 0;
  const into = await open(file, 'wx', 0o600);
  try {
    for await (const part of bytes) {
      sum.update(part);
      length += part.length;
      await into.writeFile(part);
    }
    await into.sync();
  } finally {
    await into.close();
  }
  return { bytes: length, sha256: sum.digest('hex') };
}
