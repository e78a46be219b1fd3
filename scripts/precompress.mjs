/**
 * Compresses a build's static text files with the highest compression level, so that the server need not compress them per
 * request. Writes `app.js.br` and `app.js.gz` beside `app.js`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/;
/** Minimum size in bytes. Smaller responses fit one packet without compression. */
const minBytes = 1024;

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const compressors = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Compresses every text file below `folder`.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && text.test(entry.name));
  await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length <= minBytes) return;
  for (const [extension, compressor] of Object.entries(compressors)) {
    const compressed = await compressor(bytes);
    if (compressed.length < bytes.length) await writeFile(`${file}.${extension}`, compressed);
  }
}
