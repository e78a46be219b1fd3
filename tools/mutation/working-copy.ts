import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { root } from './paths.ts';

/** Copies the tracked and new files of the repository into a temporary folder, runs `work` with the folder, and deletes it. */
export async function withWorkingCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = makeTempFolder('copy');
  try {
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    for (const file of files.split('\0')) {
      if (file === '' || !existsSync(path.join(root, file))) continue;
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      copyFileSync(path.join(root, file), path.join(copy, file));
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
