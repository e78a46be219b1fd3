/** `npm run drill`: lets go wrong on purpose what can go wrong, and measures what comes of it. */
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
