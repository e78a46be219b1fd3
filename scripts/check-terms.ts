/**
 * Holds the vocabulary of `scripts/terms.json`: fails where more refused words stand than the file says are left. `--write` lowers these
 * numbers to what is there, and renders the vocabulary into CONTRIBUTING.md. With paths as arguments, prints the words that are left below them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Breach, findTermBreaches, listTermedCode, readTerms, tableOfTerms } from './terms.ts';

const root = path.dirname(import.meta.dirname);
const [option, ...others] = process.argv.slice(2);
const isWriting = option === '--write';
const below = option === undefined || isWriting ? others : [option, ...others];
const terms = readTerms(root);
const breaches = findTermBreaches(root, terms);
const byRule = Map.groupBy(breaches, ({ rule }) => rule);

const print = (some: readonly Breach[]) => {
  for (const { file, line, found, where, say } of some)
    process.stderr.write(`${file}:${line} ${where} “${found}”: say ${say}\n`);
};

if (below.length > 0) print(breaches.filter(({ file }) => below.some((folder) => file.startsWith(folder))));

for (const rule of terms.flatMap(({ refused = [] }) => refused)) {
  const found = byRule.get(rule) ?? [];
  if (isWriting && found.length < (rule.left ?? 0)) {
    if (found.length > 0) rule.left = found.length;
    else delete rule.left;
  }
  if (found.length <= (rule.left ?? 0)) continue;
  print(found);
  process.stderr.write(
    `${found.length} of these, and only ${rule.left ?? 0} were left: use the standard word.\n`,
  );
  process.exitCode = 1;
}

const guide = path.join(root, 'CONTRIBUTING.md');
const written = readFileSync(guide, 'utf8');
const rendered = written.replace(
  /<!-- terms -->[\s\S]*<!-- \/terms -->/,
  () => `<!-- terms -->\n${tableOfTerms(terms)}\n<!-- /terms -->`,
);
if (isWriting) {
  writeFileSync(guide, rendered);
  writeFileSync(path.join(root, 'scripts', 'terms.json'), `${JSON.stringify(terms, null, 2)}\n`);
} else if (rendered !== written) {
  process.stderr.write('CONTRIBUTING.md has another vocabulary: `node scripts/check-terms.ts --write`.\n');
  process.exitCode = 1;
}
process.stdout.write(
  `${breaches.length} refused words are left in ${listTermedCode(root).length} files of code and in the documents.\n`,
);
