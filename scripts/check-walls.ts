/**
 * Kills the slow collapse of the rooms into one: an import in the wrong direction, a table written from two
 * places, server code in the browser's bundle. Each is a single convenient line on the day it is written.
 */
import path from 'node:path';
import { findBreaches, listWalled } from './walls.ts';

const root = process.argv[2] ?? path.dirname(import.meta.dirname);
const breaches = findBreaches(root);
for (const { file, line, what, why, fix } of breaches) {
  process.stderr.write(`${file}:${line} ${what}\n  Why: ${why}\n  Fix: ${fix}\n\n`);
}
const files = `in ${listWalled(root).length} files`;
process.stdout.write(
  breaches.length === 0 ? `Every wall stands ${files}.\n` : `${breaches.length} breaches ${files}.\n`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
