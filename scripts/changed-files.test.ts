import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { changedFiles, gitEnvironment } from './changed-files.ts';
import { inTree } from './temporary-tree.ts';

/** Gives `look` a checkout on the branch `main` with three files in one commit. */
function inCheckout<T>(look: (root: string, git: (...args: string[]) => void) => T): T {
  const files = { 'app/a.ts': 'a', 'app/b.ts': 'b', 'app/c.ts': 'c', '.gitignore': 'build/\n' };
  return inTree(files, (root) => {
    const identity = [
      '-c',
      'user.name=Tests',
      '-c',
      'user.email=tests@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    const git = (...args: string[]) => {
      const { status, stderr } = spawnSync('git', ['-C', root, ...identity, ...args], {
        encoding: 'utf8',
        env: gitEnvironment(),
      });
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    };
    git('init', '--quiet', '--initial-branch=main');
    commitAll(git);
    return look(root, git);
  });
}

function commitAll(git: (...args: string[]) => void) {
  git('add', '--all');
  git('commit', '--quiet', '--message=change');
}

const write = (root: string, file: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), 'changed');
};

it('finds nothing on a clean main', () => {
  expect(inCheckout(changedFiles)).toEqual({ against: 'main', files: [] });
});

it('finds uncommitted, staged, untracked and removed files, and no ignored ones', () => {
  const found = inCheckout((root, git) => {
    write(root, 'app/a.ts');
    write(root, 'app/b.ts');
    git('add', 'app/b.ts');
    rmSync(path.join(root, 'app/c.ts'));
    write(root, 'app/new file ü.ts');
    write(root, 'build/out.js');
    return changedFiles(root);
  });
  expect(found?.files).toEqual(['app/a.ts', 'app/b.ts', 'app/c.ts', 'app/new file ü.ts']);
});

it('finds what a branch has committed since it left main, and nothing that main has gained', () => {
  const found = inCheckout((root, git) => {
    git('switch', '--quiet', '--create', 'work');
    write(root, 'app/a.ts');
    commitAll(git);
    git('switch', '--quiet', 'main');
    write(root, 'app/b.ts');
    commitAll(git);
    git('switch', '--quiet', 'work');
    write(root, 'app/d.ts');
    return changedFiles(root);
  });
  expect(found).toEqual({ against: 'main', files: ['app/a.ts', 'app/d.ts'] });
});

it('names a moved file by its old and its new path', () => {
  const found = inCheckout((root, git) => {
    git('mv', 'app/a.ts', 'app/z.ts');
    return changedFiles(root);
  });
  expect(found?.files).toEqual(['app/a.ts', 'app/z.ts']);
});

it('compares with origin/main where there is no branch main', () => {
  const found = inCheckout((root, git) => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    git('branch', '--quiet', '--move', 'work');
    write(root, 'app/a.ts');
    commitAll(git);
    return changedFiles(root);
  });
  expect(found).toEqual({ against: 'origin/main', files: ['app/a.ts'] });
});

it('does not know without a branch to compare with, nor without git', () => {
  const alone = inCheckout((root, git) => {
    git('branch', '--quiet', '--move', 'work');
    return changedFiles(root);
  });
  expect(alone).toBeUndefined();
  expect(inTree({ 'app/a.ts': '' }, changedFiles)).toBeUndefined();
});
