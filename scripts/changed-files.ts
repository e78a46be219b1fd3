import { spawnSync } from 'node:child_process';

/** Git's environment without the checkout that a hook of Git's names: the one at `-C` counts. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _folder, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...environment } = process.env;
  return environment;
}

/** A change against the branch `main`: what it is compared with, in words, and the paths of its files. */
export type Change = { against: string; files: string[] };

/**
 * What differs from `main` in the checkout at `root`: everything since the branch left it, uncommitted and untracked files and
 * removed ones included. On `main` itself only what is not committed. Where there is no branch `main`, `origin/main` stands
 * for it. Undefined where none of this can be known: without git, or without either branch.
 */
export function changedFiles(root: string): Change | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      env: gitEnvironment(),
      maxBuffer: 64 * 1024 * 1024,
    });
    return status === 0 ? stdout : undefined;
  };
  const against = ['main', 'origin/main'].find(
    (branch) => git('rev-parse', '--verify', '--quiet', `${branch}^{commit}`) !== undefined,
  );
  if (against === undefined) return undefined;
  const base = git('merge-base', against, 'HEAD')?.trim() ?? against;
  // Without --no-renames a file that moved would be named by its new path only.
  const tracked = git('diff', '--name-only', '--no-renames', '--relative', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  if (tracked === undefined || untracked === undefined) return undefined;
  const files = `${tracked}${untracked}`.split('\0').filter((file) => file !== '');
  return { against, files: [...new Set(files)].sort() };
}
