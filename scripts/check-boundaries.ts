/**
 * Checks the boundaries of the modules: no import against their order, no table written by two modules, no server code in the browser's
 * bundle, in code and in style sheets.
 */
import path from 'node:path';
import { findBreaches, listBounded } from './module-boundaries.ts';

const root = process.argv[2] ?? path.dirname(import.meta.dirname);
const breaches = findBreaches(root);
for (const { file, line, what, why, fix } of breaches) {
  process.stderr.write(`${file}:${line} ${what}\n  Why: ${why}\n  Fix: ${fix}\n\n`);
}
const files = `in ${listBounded(root).length} files`;
process.stdout.write(
  breaches.length === 0
    ? `No module boundary is broken ${files}.\n`
    : `${breaches.length} breaches ${files}.\n`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
