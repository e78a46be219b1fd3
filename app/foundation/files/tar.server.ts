/** What stands in an archive: a file with as many bytes as it says, or a folder. */
export type TarEntry = {
  name: string;
  /** In bytes; a folder has none. */
  size: number;
  isFolder: boolean;
};

const block = 512;
const padding = (size: number) => Buffer.alloc((block - (size % block)) % block);

/** What comes before the bytes of an entry. Longer names than the format's 100 characters stand in a header of their own (pax). */
export function tarHeader(entry: TarEntry): Buffer {
  const name = Buffer.from(entry.name);
  if (name.length <= 100) return header(entry.name, entry.size, entry.isFolder ? '5' : '0');
  const text = paxText(entry.name);
  return Buffer.concat([
    header('long-name', text.length, 'x'),
    text,
    padding(text.length),
    header(name.subarray(0, 100).toString('latin1'), entry.size, entry.isFolder ? '5' : '0'),
  ]);
}

/** What comes after the bytes of an entry, and after the last one. */
export const tarPadding = padding;
export const tarEnd = Buffer.alloc(2 * block);

function header(name: string, size: number, kind: string): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  bytes.write(name, 0);
  octal(kind === '5' ? 0o700 : 0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  bytes.write('        ', 148);
  bytes.write(kind, 156);
  bytes.write('ustar\x0000', 257, 'latin1');
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return bytes;
}

/** `27 path=…\n`: the length counts itself. */
function paxText(name: string): Buffer {
  const rest = ` path=${name}\n`;
  let length = Buffer.byteLength(rest) + 1;
  while (Buffer.byteLength(`${length}${rest}`) !== length) length += 1;
  return Buffer.from(`${length}${rest}`);
}

/**
 * Reads an archive: for each entry `take` gets what stands in it, and its bytes to be read to their end. Throws an Error when
 * the archive breaks off or is none.
 */
export async function readTar(
  bytes: AsyncIterable<Uint8Array>,
  take: (entry: TarEntry, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = openSource(bytes);
  let longName: string | undefined;
  for (;;) {
    const head = await source.exactly(block);
    if (head.every((byte) => byte === 0)) return;
    const { name, size, kind } = readHeader(head);
    if (kind === 'x') {
      longName = /^\d+ path=(.*)\n/.exec((await source.exactly(size)).toString())?.[1];
    } else {
      const entry = { name: longName ?? name, size, isFolder: kind === '5' };
      longName = undefined;
      await take(entry, source.parts(size));
    }
    await source.exactly(padding(size).length);
  }
}

function readHeader(head: Buffer): { name: string; size: number; kind: string } {
  const text = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '');
  const reported = Number.parseInt(text(148, 156), 8);
  const counted = head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (reported !== counted) throw new Error('This file is no archive, or it is broken.');
  return { name: text(0, 100), size: Number.parseInt(text(124, 136), 8), kind: text(156, 157) };
}

/** A stream from which so many bytes can be taken at a time. */
function openSource(bytes: AsyncIterable<Uint8Array>) {
  const stream = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** The next bytes, at least one and at most `most` of them. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await stream.next();
      if (next.done) throw new Error('The archive breaks off: not all of it is here.');
      rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  }

  async function* parts(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const part = await some(left);
      left -= part.length;
      yield part;
    }
  }

  async function exactly(size: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for await (const part of parts(size)) taken.push(part);
    return Buffer.concat(taken);
  }

  return { parts, exactly };
}
