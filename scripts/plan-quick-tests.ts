/** Writes, as one JSON object, what `npm run test:quick` has to run for the change in this checkout. */
import path from 'node:path';
import { changedFiles } from './changed-files.ts';
import { readImportGraph } from './import-graph.ts';
import { type Selection, selectTests } from './select-tests.ts';
import { projectsOf } from './vitest-projects.ts';

export type QuickPlan = {
  /** What the change is compared with; undefined where that cannot be known. */
  against: string | undefined;
  changed: string[];
  /** Its `database` are those that run on the embedded engine. */
  selection: Selection;
  /** Changed tests that run on PostgreSQL only. */
  postgres: string[];
  /** Other tests of the selection that run on PostgreSQL only. */
  postgresLeftOut: string[];
};

const root = path.dirname(import.meta.dirname);
const change = changedFiles(root);
// What has changed is unknown without a branch `main`, so everything may have.
const changed = change?.files ?? ['package.json'];
const selection = selectTests(readImportGraph(root), changed);
const [database, elsewhere] = parted(selection.database, (file) => projectsOf(file).includes('embedded'));
const [postgres, postgresLeftOut] = parted(elsewhere, (file) => changed.includes(file));
const plan: QuickPlan = {
  against: change?.against,
  changed,
  selection: { ...selection, database },
  postgres,
  postgresLeftOut,
};
process.stdout.write(JSON.stringify(plan));

function parted<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
