/** `npm run screenshots`: takes the pictures of docs/merchant.md anew, from the real screens of a real shop. */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root } from './ensure.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  becomePinnedNode(path.join(root, 'tools', 'screenshots', 'run.ts'));
} catch (error) {
  giveUp(error);
}
