/** `npm run bench`: how fast the built shop is, against the least that any shop on Node does. See tools/bench/README.md. */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root } from './ensure.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  becomePinnedNode(path.join(root, 'tools', 'bench', 'run.ts'));
} catch (error) {
  giveUp(error);
}
