/**
 * `npm run restore -- <file>`: puts back what `npm run backup` has written. The shop is closed meanwhile. `--replace` where there
 * is a shop already.
 */
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root, say } from './ensure.mjs';
import { importServer } from './server-build.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
  else await restoreNow(process.argv.slice(2));
} catch (error) {
  giveUp(error);
}

/** @param {string[]} args */
async function restoreNow(args) {
  const { restore } = await importServer();
  say(await restore(process.env, root, args));
}
