/** Fails for an id that is neither tested nor explained, that docs/requirements.md does not list, or that it lists twice. */
import path from 'node:path';
import { findFaults, listedIds } from './requirements.ts';

const root = process.argv[2] ?? path.dirname(import.meta.dirname);
const faults = findFaults(root);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${listedIds(root).length} ids are listed. Faults: ${faults.length}.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
