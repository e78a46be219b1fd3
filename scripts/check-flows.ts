/** Checks that docs/flows say what the code does: each hop imports and uses the next one, or calls its URL. */
import path from 'node:path';
import { findBrokenHops } from './flows.ts';

const { flows, hops, broken } = findBrokenHops(process.argv[2] ?? path.dirname(import.meta.dirname));
for (const { document, line, what, fix } of broken)
  process.stderr.write(`${document}:${line} ${what} ${fix}\n`);
if (flows === 0) process.stderr.write('docs/flows has no flow to check.\n');
process.stdout.write(
  broken.length === 0
    ? `${flows} flows with ${hops} hops lead somewhere.\n`
    : `${broken.length} hops are broken.\n`,
);
process.exitCode = broken.length === 0 && flows > 0 ? 0 : 1;
