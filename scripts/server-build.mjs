/** Finds the built server, whatever the build has called it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure.mjs';

export async function importServer() {
  const names = ['index.js', 'server.js'].map((name) => path.join(root, 'build', 'server', name));
  const file = names.find((name) => existsSync(name));
  if (!file)
    throw new Error('The build left no server in build/server. Remove the folder build and start again.');
  return import(pathToFileURL(file).href);
}
