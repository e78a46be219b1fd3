import { open } from 'node:fs/promises';

/** A video file. Its bytes are read only when they are needed. */
export type VideoBytes = { size: number; read(at: number, length: number): Promise<Buffer> };

/** Overwrites the file from offset `at` with `bytes`, followed by `zeros` zero bytes. Keeps the length of the file. */
export type VideoEdit = { at: number; bytes?: Uint8Array; zeros: number };

/** Thrown for a video with an invalid structure, or with metadata that cannot be located reliably. */
export class UncleanableVideo extends Error {}

const chunkBytes = 64 * 1024;

/** Returns true if all bytes from offset `from` to `to` are zero. */
export async function isZero(file: VideoBytes, from: number, to: number): Promise<boolean> {
  for (let at = from; at < to; at += chunkBytes)
    if ((await file.read(at, Math.min(chunkBytes, to - at))).some((byte) => byte !== 0)) return false;
  return true;
}

/**
 * Applies the edits of `plan` to the file in place. Writes nothing if `plan` rejects. Returns true if any byte has changed.
 * Idempotent.
 */
export async function editVideo(
  path: string,
  plan: (file: VideoBytes) => Promise<readonly VideoEdit[]>,
): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const read = async (at: number, length: number) => {
      if (at + length > size) throw new UncleanableVideo('The file ends too early.');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead < length) throw new UncleanableVideo('The file ends too early.');
      return buffer;
    };
    let changed = false;
    const overwrite = async (at: number, bytes: Uint8Array) => {
      if ((await read(at, bytes.length)).equals(bytes)) return;
      await file.write(bytes, 0, bytes.length, at);
      changed = true;
    };
    for (const { at, bytes = new Uint8Array(), zeros } of await plan({ size, read })) {
      await overwrite(at, bytes);
      const end = at + bytes.length + zeros;
      for (let from = at + bytes.length; from < end; from += chunkBytes)
        await overwrite(from, Buffer.alloc(Math.min(chunkBytes, end - from)));
    }
    if (changed) await file.sync();
    return changed;
  } finally {
    await file.close();
  }
}
