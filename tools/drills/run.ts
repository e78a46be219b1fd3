/**
 * What the built shop survives: `npm run drill` runs every drill and prints a table with a figure for each promise,
 * `npm run drill -- kill-nine --rounds 20` only some of them.
 */

import { sweepScratch } from '../../tests/engine/temp-folder.ts';
import { tableOf } from '../bench/report.ts';
import { backupRestore } from './backup-restore.ts';
import { databaseAway } from './database-away.ts';
import { diskFull } from './disk-full.ts';
import { type Drill, type Finding, requested } from './drill.ts';
import { killNine } from './kill-nine.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { stopUnderLoad } from './stop-under-load.ts';
import { twoProcesses } from './two-processes.ts';
import { twoStarters } from './two-starters.ts';

const drills: readonly Drill[] = [
  killNine,
  twoProcesses,
  twoStarters,
  stopUnderLoad,
  databaseAway,
  backupRestore,
  diskFull,
  slowClients,
  soak,
];

const unknown = requested.names.filter((name) => !drills.some((drill) => drill.name === name));
if (unknown.length > 0) {
  const known = drills.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no drill ${unknown.join(', ')}. There are: ${known}.\n`);
  process.exit(1);
}

sweepScratch();
const rows: (Finding & { name: string })[] = [];
for (const { name, run } of drills) {
  if (requested.names.length > 0 && !requested.names.includes(name)) continue;
  say(`${name} …`);
  for (const finding of await findings(run)) rows.push({ name, ...finding });
}

/** One that could not be carried out is told in the table too, and does not keep the others from being done. */
async function findings(run: Drill['run']): Promise<Finding[]> {
  try {
    const found = await run();
    return found.length > 0 ? found : [{ what: 'nothing was tried', figure: '', holds: false }];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ what: 'the drill could not be carried out', figure: text, holds: false }];
  }
}

say('');
say(
  tableOf([
    ['drill', 'figure', 'kept'],
    ...rows.map(({ name, what, figure, holds }) => [`${name}: ${what}`, figure, holds ? 'yes' : 'NO']),
  ]),
);
say('');
const failed = rows.length === 0 || rows.some(({ holds }) => !holds);
say(failed ? 'Failed.' : 'Every promise was kept.');
process.exitCode = failed ? 1 : 0;

function say(text: string) {
  process.stdout.write(`${text}\n`);
}
