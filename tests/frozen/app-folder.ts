import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import reactRouter from '../../react-router.config.ts';

export const root = path.join(import.meta.dirname, '..', '..');

/** The folder of the application, relative to the root. Only React Router's configuration names it, so these tests survive a new name. */
export const appFolder: string = reactRouter.appDirectory;

export type Source = { file: string; text: string };

/** The production sources of the application and what else the patterns name; tests are left out. */
export function readSources(...patterns: string[]): Source[] {
  const files = globSync([`${appFolder}/**/*.{ts,tsx}`, ...patterns], { cwd: root });
  return files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Every match of the pattern's first group in the sources, each once, sorted. */
export function findAll(sources: readonly Source[], pattern: RegExp): string[] {
  const found = sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(found)].sort();
}
