/**
 * `node scripts/tool.mjs NAME …`: runs `tools/NAME/run.ts` on the pinned Node. Builds the shop first, which all tools except
 * `mutation` need.
 */
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, exitWithError, root } from './ensure.mjs';

try {
  const [name = ''] = process.argv.splice(2, 1);
  ensureInstalled();
  if (name !== 'mutation') ensureBuilt();
  becomePinnedNode(path.join(root, 'tools', name, 'run.ts'));
} catch (error) {
  exitWithError(error);
}
