import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a temporary folder. Its name contains its purpose and the id of this process. The caller removes the folder. */
export function makeTempFolder(purpose: string): string {
  return mkdtempSync(path.join(tmpdir(), `tanabana-${purpose}-${process.pid}-`));
}

/** Removes the temporary folders of processes that no longer run, such as killed test runs. */
export function removeStaleTempFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^tanabana-[a-z]+-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
