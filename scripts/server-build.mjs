/** Imports the built server, whose file name depends on the version of React Router. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure.mjs';

export async function importServer() {
  const names = ['index.js', 'server.js'].map((name) => path.join(root, 'build', 'server', name));
  const file = names.find((name) => existsSync(name));
  if (!file) throw new Error('There is no server in build/server. Delete the folder build and start again.');
  return import(pathToFileURL(file).href);
}
