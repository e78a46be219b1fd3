/**
 * Commands on the shop's data, each on the pinned Node:
 * `npm run backup -- [folder]`: everything that the shop keeps in one file, in `backups` unless a folder is named. The shop may run meanwhile.
 * `npm run restore -- <file>`: puts back what a backup has. The shop is closed meanwhile. `--replace` where there is a shop already.
 * `npm run verify`: the integrity check. Prints each difference between stock, money, invoices and orders, and then exits with 1.
 * The shop may run meanwhile, and nothing is changed.
 * `npm run owner -- add name@example.in` makes an address an owner's, also when no owner can sign in.
 * `npm run owner -- code name@example.in` prints a link that signs in once, also while the shop runs.
 * `npm run owner -- reset name@example.in` forgets their second factor when phone and codes are lost.
 */
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, exitWithError, print, root } from './ensure.mjs';
import { importServer } from './server-build.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
  else print(await run(process.argv.slice(2)));
} catch (error) {
  exitWithError(error);
}

/** @param {string[]} args */
async function run([command, ...args]) {
  const { createBackup, restore, verify, changeOwner } = await importServer();
  if (command === 'backup') return (await createBackup(process.env, args)).text;
  if (command === 'restore') return restore(process.env, root, args);
  if (command === 'verify') return verify(process.env, root, print);
  return changeOwner(process.env, root, args);
}
