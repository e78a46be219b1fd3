/** Kills the guided tour past a house that was torn down: docs/walks name files and functions, and code moves. */
import path from 'node:path';
import { findLostHops } from './walks.ts';

const { walks, lost } = findLostHops(process.argv[2] ?? path.dirname(import.meta.dirname));
for (const { walk, line, what } of lost) process.stderr.write(`${walk}:${line} ${what}\n`);
if (walks === 0) process.stderr.write('docs/walks has no walk to check.\n');
process.stdout.write(
  lost.length === 0 ? `${walks} walks lead somewhere.\n` : `${lost.length} hops lead nowhere.\n`,
);
process.exitCode = lost.length === 0 && walks > 0 ? 0 : 1;
