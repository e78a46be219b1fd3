import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.server.ts';

type Held = { name: string; bytes: Buffer };

function pack(files: readonly Held[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    tarHeader({ name, size: bytes.length, isFolder: false }),
    bytes,
    tarPadding(bytes.length),
  ]);
  return Buffer.concat([...parts, tarEnd]);
}

async function unpack(archive: Buffer, step: number): Promise<Held[]> {
  async function* inParts() {
    for (let at = 0; at < archive.length; at += step) yield archive.subarray(at, at + step);
  }
  const found: Held[] = [];
  await readTar(inParts(), async ({ name }, bytes) => {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    found.push({ name, bytes: Buffer.concat(parts) });
  });
  return found;
}

const name = fc.stringMatching(/^[a-z][a-z0-9/_.-]{0,200}$/);
const file = fc.record({
  name,
  bytes: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
});

it('what is packed is unpacked, however the bytes come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 6 }),
      fc.integer({ min: 1, max: 3000 }),
      async (files, step) => {
        expect(await unpack(pack(files), step)).toEqual(files);
      },
    ),
    { numRuns: 60 },
  );
});

it('an archive that breaks off is refused', async () => {
  const archive = pack([{ name: 'a', bytes: Buffer.alloc(900, 'a') }]);
  for (const length of [0, 300, 512, 1000, 1536]) {
    await expect(unpack(archive.subarray(0, length), 512)).rejects.toThrow('breaks off');
  }
});

it('is read by the system’s own tar', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tar-'));
  try {
    const long = `${'l'.repeat(150)}.jpg`;
    writeFileSync(path.join(folder, 'a.tar'), pack([{ name: long, bytes: Buffer.from('words') }]));
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder });
    expect(readdirSync(folder).toSorted()).toEqual(['a.tar', long]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
