/**
 * `node scripts/count-seen.ts` prints how many files, tables and names each tool of the project sees. A pattern such as
 * `{app,seeds}/**` finds less, or nothing, after files have been moved, and no tool reports that: a test that is not found
 * does not fail, a table that is not found is not migrated, a file that is not found is not checked. So the numbers are
 * recorded in `tests/frozen/seen.json`:
 *
 * - `--check` compares them with the recorded ones and fails where one differs: to be run before and after each move.
 * - `--write` records them, when files have been added or removed on purpose.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { countSeen } from './seen.ts';

const file = path.join(path.dirname(import.meta.dirname), 'tests', 'frozen', 'seen.json');
const seen = countSeen();
const width = Math.max(...Object.keys(seen).map((what) => what.length));
for (const [what, count] of Object.entries(seen))
  process.stdout.write(`${what.padEnd(width)} ${String(count).padStart(5)}\n`);

if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`);
if (process.argv.includes('--check')) {
  const recorded: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'));
  const all = new Set([...Object.keys(recorded), ...Object.keys(seen)]);
  const differing = [...all].filter((what) => recorded[what] !== seen[what]);
  for (const what of differing)
    process.stderr.write(`${what}: ${seen[what] ?? 'not counted'}, recorded ${recorded[what] ?? 'not'}.\n`);
  if (differing.length > 0)
    process.stderr.write(
      'Find the pattern that lost them; after adding or removing files on purpose, --write.\n',
    );
  process.exitCode = differing.length === 0 ? 0 : 1;
}
