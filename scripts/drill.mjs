/** `npm run drill`: kills the shop with kill -9 while people order, again and again, and counts what was lost: nothing. */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root } from './ensure.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  becomePinnedNode(path.join(root, 'scripts', 'drill', 'kill-nine.ts'));
} catch (error) {
  giveUp(error);
}
