/**
 * `npm run backup -- [folder]`: everything that the shop keeps in one file, in `backups` unless a folder is named. The shop
 * may run meanwhile.
 */
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, say } from './ensure.mjs';
import { importServer } from './server-build.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
  else await backUpNow(process.argv.slice(2));
} catch (error) {
  giveUp(error);
}

/** @param {string[]} args */
async function backUpNow(args) {
  const { createBackup } = await importServer();
  const { text } = await createBackup(process.env, args);
  say(text);
}
