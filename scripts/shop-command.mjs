/**
 * Commands on the shop's data, on the pinned Node:
 * - `npm run backup -- [folder]` writes all data into one file, by default in `backups`. The shop may be running.
 * - `npm run restore -- <file>` restores a backup. The shop must be stopped. `--replace` overwrites an existing shop.
 * - `npm run verify` checks the integrity of stock, money, invoices and orders. Prints each difference, and exits with 1 if there
 * is one. Changes nothing. The shop may be running.
 * - `npm run owner -- add name@example.in` adds an owner, also if no owner can sign in.
 * - `npm run owner -- code name@example.in` prints a link that signs in once. The shop may be running.
 * - `npm run owner -- reset name@example.in` deletes the owner's second factor, if the phone and the recovery codes are lost.
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
