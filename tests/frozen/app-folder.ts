import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import reactRouter from '../../react-router.config.ts';

export const root = path.join(import.meta.dirname, '..', '..');

/** Folder of the application, relative to the root, from React Router's configuration. */
export const appFolder: string = reactRouter.appDirectory;

export type Source = { file: string; text: string };

/** Reads the sources of the application, and the files that match `patterns`, without tests. */
export function readSources(...patterns: string[]): Source[] {
  const files = globSync([`${appFolder}/**/*.{ts,tsx}`, ...patterns], { cwd: root });
  return files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Lists the distinct matches of the pattern's first group, sorted. */
export function findAll(sources: readonly Source[], pattern: RegExp): string[] {
  const found = sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(found)].sort();
}
