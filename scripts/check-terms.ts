/**
 * Holds the vocabulary of `scripts/terms.json`: fails on a word that has a standard one. `--write` renders the vocabulary into
 * CONTRIBUTING.md. Paths as further arguments limit what is printed to the files below them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTermBreaches, listTermedCode, readTerms, tableOfTerms } from './terms.ts';

const root = path.dirname(import.meta.dirname);
const [first, ...others] = process.argv.slice(2);
const isWriting = first === '--write';
const below = first === undefined || isWriting ? others : [first, ...others];
const terms = readTerms(root);

const guide = path.join(root, 'CONTRIBUTING.md');
const written = readFileSync(guide, 'utf8');
const rendered = written.replace(
  /<!-- terms -->[\s\S]*<!-- \/terms -->/,
  () => `<!-- terms -->\n${tableOfTerms(terms)}\n<!-- /terms -->`,
);
if (isWriting) writeFileSync(guide, rendered);
else if (rendered !== written) {
  process.stderr.write(
    'The vocabulary in CONTRIBUTING.md is not that of scripts/terms.json: `node scripts/check-terms.ts --write`.\n',
  );
  process.exitCode = 1;
}

const breaches = findTermBreaches(root, terms).filter(
  ({ file }) => below.length === 0 || below.some((folder) => file.startsWith(folder)),
);
for (const { file, line, found, where, say } of breaches)
  process.stderr.write(`${file}:${line} ${where} “${found}”: say ${say}\n`);
process.stdout.write(
  breaches.length === 0
    ? `No refused word stands in ${listTermedCode(root).length} files of code and the documents.\n`
    : `${breaches.length} words that have a standard one.\n`,
);
if (breaches.length > 0) process.exitCode = 1;
