/**
 * Kills two slow rots: the file that grows a little with every change until nobody reads it whole, and the
 * escape from the type checker that hides the bug it would have shown.
 */
import path from 'node:path';
import { findEscapes, listMeasured, listWithoutEscapes, measureFiles, mostLines } from './sizes.ts';

const root = process.argv[2] ?? path.dirname(import.meta.dirname);
const { median, ninetieth, tooLong } = measureFiles(root);
const escapes = findEscapes(root);

process.stdout.write(
  `Lines of ${listMeasured(root).length} files: median ${median} (aim 60), 90th percentile ${ninetieth} (aim 160). Escapes were looked for in ${listWithoutEscapes(root).length}.\n`,
);
for (const { file, lines } of tooLong) {
  process.stderr.write(
    `${file} has ${lines} lines, over ${mostLines}. Split it in two, named for what they do.\n`,
  );
}
for (const { file, line, what } of escapes) process.stderr.write(`${file}:${line} ${what}\n`);
process.exitCode = tooLong.length + escapes.length === 0 ? 0 : 1;
