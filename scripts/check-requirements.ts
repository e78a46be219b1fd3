/** Kills the promise that everybody thought somebody else had kept: a requirement no test's title names. */
import path from 'node:path';
import { findUnproved, promisedIds } from './requirements.ts';

const ids = promisedIds();
const unproved = findUnproved(process.argv[2] ?? path.dirname(import.meta.dirname), ids);
const areas = Map.groupBy(unproved, (id) => id.slice(0, -3));
for (const [area, missing] of areas) {
  process.stderr.write(`${area}: ${missing.map((id) => id.slice(-2)).join(' ')}\n`);
}
if (unproved.length > 0) {
  process.stderr.write(
    'Name each in the title of the test that proves it, or explain it in docs/deviations.md.\n',
  );
}
process.stdout.write(
  `${ids.length - unproved.length} of ${ids.length} requirements are proved or explained.\n`,
);
process.exitCode = unproved.length === 0 ? 0 : 1;
