/**
 * Runs the drills and prints a table of their promises and results. `npm run drill` runs all drills. `npm run drill -- kill-nine
 * --rounds 20` runs the named ones.
 */
import { removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { formatTable } from '../bench/report.ts';
import { backupRestore } from './backup-restore.ts';
import { databaseAway } from './database-away.ts';
import { diskFull } from './disk-full.ts';
import { type Drill, type Finding, requested } from './drill.ts';
import { killNine } from './kill-nine.ts';
import { killNotifications } from './kill-notifications.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { stopUnderLoad } from './stop-under-load.ts';
import { twoProcesses } from './two-processes.ts';
import { twoStarters } from './two-starters.ts';

const drills: readonly Drill[] = [
  killNine,
  killNotifications,
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
  process.stderr.write(`Unknown drill: ${unknown.join(', ')}. The drills are ${known}.\n`);
  process.exit(1);
}

removeStaleTempFolders();
const rows: (Finding & { name: string })[] = [];
for (const { name, run } of drills) {
  if (requested.names.length > 0 && !requested.names.includes(name)) continue;
  print(`${name}…`);
  for (const finding of await findingsOf(run)) rows.push({ name, ...finding });
}

/** Runs a drill. Returns a failed finding if the drill cannot complete, so that the other drills still run. */
async function findingsOf(run: Drill['run']): Promise<Finding[]> {
  try {
    const findings = await run();
    return findings.length > 0
      ? findings
      : [{ promise: 'the drill has results', measured: 'none', holds: false }];
  } catch (error) {
    const measured = error instanceof Error ? error.message : String(error);
    return [{ promise: 'the drill completes', measured, holds: false }];
  }
}

print('');
print(
  formatTable([
    ['drill', 'result', 'holds'],
    ...rows.map(({ name, promise, measured, holds }) => [
      `${name}: ${promise}`,
      measured,
      holds ? 'yes' : 'NO',
    ]),
  ]),
);
print('');
const failed = rows.length === 0 || rows.some(({ holds }) => !holds);
print(failed ? 'Failed.' : 'Every promise holds.');
process.exitCode = failed ? 1 : 0;

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
