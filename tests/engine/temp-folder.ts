import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a new temporary folder, named after what it is for and this process, which should remove it. */
export function makeTempFolder(purpose: string): string {
  return mkdtempSync(path.join(tmpdir(), `tanabana-${purpose}-${process.pid}-`));
}

/** Removes the temporary folders of runs that were killed before they could do so themselves. */
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
    // EPERM: it runs, but it is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
