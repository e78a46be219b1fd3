/**
 * Kills the slow first visit: text that never changes is squeezed once, at build time and as hard as it goes,
 * not for every visitor by a busy server. Leaves `app.js.br` and `app.js.gz` beside `app.js`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/;
/** Below this many bytes the answer fits one packet either way. */
const worthwhile = 1024;

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const squeezers = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes the compressed siblings of every text file below `folder`.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && text.test(entry.name));
  await Promise.all(files.map((entry) => squeeze(path.join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function squeeze(file) {
  const bytes = await readFile(file);
  if (bytes.length <= worthwhile) return;
  for (const [ending, squeezer] of Object.entries(squeezers)) {
    const smaller = await squeezer(bytes);
    if (smaller.length < bytes.length) await writeFile(`${file}.${ending}`, smaller);
  }
}
