/**
 * `npm run owner -- add name@example.in` makes an address an owner's, also when no owner can sign in.
 * `npm run owner -- code name@example.in` prints a link that signs in once, also while the shop runs.
 * `npm run owner -- reset name@example.in` forgets their second factor when phone and codes are lost.
 */
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root, say } from './ensure.mjs';
import { importServer } from './server-build.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
  else await change(process.argv.slice(2));
} catch (error) {
  giveUp(error);
}

/** @param {string[]} text */
async function change(text) {
  const { changeOwner } = await importServer();
  say(await changeOwner(process.env, root, text));
}
