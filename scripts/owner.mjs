/**
 * `npm run owner -- add name@example.in`: makes somebody an owner who may enter the back office, also when nobody
 * else can. `npm run owner -- reset name@example.in` forgets their second factor when phone and codes are lost.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, giveUp, root, say } from './ensure.mjs';

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
  const names = ['index.js', 'server.js'].map((name) => path.join(root, 'build', 'server', name));
  const file = names.find((name) => existsSync(name));
  if (!file)
    throw new Error('The build left no server in build/server. Remove the folder build and try again.');
  const { changeOwner } = await import(pathToFileURL(file).href);
  say(await changeOwner(process.env, root, text));
}
