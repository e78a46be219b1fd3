/** Writes, as one JSON object, what `npm run test:quick` has to run for the change in this checkout. */
import path from 'node:path';
import { changedFiles } from './changed-files.ts';
import { readImportGraph } from './import-graph.ts';
import { type Selection, selectTests } from './select-tests.ts';

export type QuickPlan = {
  /** What the change is compared with; undefined where that cannot be known. */
  against: string | undefined;
  changed: string[];
  selection: Selection;
};

const root = path.dirname(import.meta.dirname);
const change = changedFiles(root);
// What has changed is unknown without a branch `main`, so everything may have.
const changed = change?.files ?? ['package.json'];
const selection = selectTests(readImportGraph(root), changed);
const plan: QuickPlan = { against: change?.against, changed, selection };
process.stdout.write(JSON.stringify(plan));
