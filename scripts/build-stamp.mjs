/** Fingerprints the sources of the build, so that `npm start` rebuilds a stale build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Source files and folders of the build. */
const sources = [
  'app',
  'public',
  'sandbox',
  'seeds',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** File with the fingerprint of the sources of the finished build. */
export const buildStamp = path.join(root, 'build', '.stamp');

/** Returns one hash of the paths and contents of all sources. */
export function buildFingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(path.join(root, source))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Lists the files at or below `location`, sorted. Leaves out tests and seed images, which are not in a build.
 * @param {string} location
 * @returns {string[]}
 */
function filesIn(location) {
  if (!existsSync(location)) return [];
  if (!statSync(location).isDirectory())
    return /\.test\.tsx?$|seeds.*\.(jpg|mp4|webm)$/.test(location) ? [] : [location];
  return readdirSync(location)
    .sort()
    .flatMap((name) => filesIn(path.join(location, name)));
}
