/** Finds dead links and missing pictures in all documents, and pictures that no document shows. */
import path from 'node:path';
import { findDeadLinks } from './links.ts';

const { documents, links, dead } = findDeadLinks(process.argv[2] ?? path.dirname(import.meta.dirname));
for (const { document, line, what, fix } of dead)
  process.stderr.write(`${document}:${line} ${what} ${fix}\n`);
if (links === 0) process.stderr.write('There is no link to check.\n');
process.stdout.write(
  dead.length === 0
    ? `${links} links and pictures of ${documents} documents are there.\n`
    : `${dead.length} links lead nowhere.\n`,
);
process.exitCode = dead.length === 0 && links > 0 ? 0 : 1;
