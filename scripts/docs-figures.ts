/** `npm run docs:figures` writes the generated figures of all documents; with --check it compares them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { computeFigures, findWrongFigures, namesIn, readDocuments, withFigures } from './figure-markers.ts';
import { figures } from './figures.ts';

const root = path.dirname(import.meta.dirname);
const documents = readDocuments(root);
const names = namesIn(documents.map(({ text }) => text));
const computed = computeFigures(root, figures, names);
if (!process.argv.includes('--check')) {
  for (const { document, text } of documents) {
    const written = withFigures(text, computed);
    if (written === text) continue;
    writeFileSync(path.join(root, document), written);
    process.stdout.write(`${document} has new figures.\n`);
  }
}

const wrong = readDocuments(root).flatMap(({ document, text }) => findWrongFigures(document, text, computed));
for (const { document, line, what, fix } of wrong)
  process.stderr.write(`${document}:${line} ${what} ${fix}\n`);
if (names.size === 0) process.stderr.write('No document has a generated figure.\n');
process.stdout.write(
  wrong.length === 0
    ? `${names.size} generated figures are right.\n`
    : `${wrong.length} generated figures are wrong.\n`,
);
process.exitCode = wrong.length === 0 && names.size > 0 ? 0 : 1;
