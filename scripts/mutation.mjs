/** `npm run test:mutation -- <module>`: whether the tests notice when the code is changed. See docs/mutation.md. */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureInstalled, giveUp, root } from './ensure.mjs';

try {
  ensureInstalled();
  becomePinnedNode(path.join(root, 'tools', 'mutation', 'run.ts'));
} catch (error) {
  giveUp(error);
}
