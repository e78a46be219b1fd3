/** `npm run drill`: causes failures of the built shop on purpose, and measures what it survives. */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root } from './ensure.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  becomePinnedNode(path.join(root, 'tools', 'drills', 'run.ts'));
} catch (error) {
  giveUp(error);
}
