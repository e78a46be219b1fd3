import path from 'node:path';
import config from '../vitest.config.ts';

/** The names of the Vitest projects that run the test file, a path from the root. */
export function projectsOf(file: string): string[] {
  return projects.flatMap(({ name, include, exclude }) =>
    matches(file, include) && !matches(file, exclude) ? [name] : [],
  );
}

const projects = (config.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project) || !project.test) return [];
  const { name, include = [], exclude = [] } = project.test;
  return typeof name === 'string' ? [{ name, include, exclude }] : [];
});

function matches(file: string, patterns: string[]): boolean {
  return patterns.some((pattern) => path.posix.matchesGlob(file, pattern));
}
