/** Kills the stale build: somebody changes a file, starts the shop, and looks at yesterday's. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Everything that a build is made from. */
const ingredients = [
  'app',
  'public',
  'sandbox',
  'seeds',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Where a finished build keeps the fingerprint of what it was made from. */
export const buildStamp = path.join(root, 'build', '.stamp');

/** One hash over the paths and the contents of all that goes into a build. */
export function buildFingerprint() {
  const hash = createHash('sha256');
  for (const ingredient of ingredients) {
    for (const file of filesIn(path.join(root, ingredient))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Every file at or below `place`, in one fixed order; tests and the pictures of the seeds never reach a build.
 * @param {string} place
 * @returns {string[]}
 */
function filesIn(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory())
    return /\.test\.tsx?$|seeds.*\.(jpg|mp4|webm)$/.test(place) ? [] : [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)));
}
