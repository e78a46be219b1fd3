import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lockClosingFolder, lockFolder, markClosing } from './data-dir-lock.server.ts';

function dataFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a process that locks the folder. The process prints `taken`, or prints the error and exits. */
async function anotherProcess(folder: string) {
  const script = `
    import { lockClosingFolder, lockFolder, markClosing } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir-lock.server.ts'))};
    try {
      lockFolder(process.argv[1]);
      process.stdout.write('taken');
      setInterval(() => undefined, 60_000);
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [text] = await once(child.stdout, 'data');
  return { output: String(text), pid: child.pid, kill: () => child.kill('SIGKILL') && ended };
}

it('rejects a second process with a message that names the folder, the running process and the remedy', async () => {
  const folder = dataFolder();
  const holder = await anotherProcess(folder);
  expect(holder.output).toBe('taken');
  const second = await anotherProcess(folder);
  expect(second.output).toContain(`process ${holder.pid}, since `);
  expect(second.output).toContain(`is using ${folder}.`);
  expect(second.output).toContain('another DATA_DIR');
});

it('releases the lock when its process is killed', async () => {
  const folder = dataFolder();
  const holder = await anotherProcess(folder);
  await holder.kill();
  lockFolder(folder)();
});

it('rejects a second lock in the same process and in another process', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  for (let attempt = 0; attempt < 3; attempt++) expect(() => lockFolder(folder)).toThrow(folder);
  expect((await anotherProcess(folder)).output).toContain(`process ${process.pid}`);
  release();
  expect((await anotherProcess(folder)).output).toBe('taken');
});

it('creates the data folder if it is missing', () => {
  const folder = path.join(dataFolder(), 'new', 'shop');
  lockFolder(folder)();
});

it('reports the operating system’s error if the folder is a file', () => {
  const folder = path.join(dataFolder(), 'shop');
  writeFileSync(folder, '');
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} cannot be used: EEXIST`);
});

it('reports SQLite’s error if the lock file is invalid', () => {
  const damaged = dataFolder();
  writeFileSync(path.join(damaged, 'lock.sqlite'), 'no database at all '.repeat(100));
  expect(() => lockFolder(damaged)).toThrow('cannot be used: file is not a database');
  const taken = dataFolder();
  mkdirSync(path.join(taken, 'lock.sqlite'));
  expect(() => lockFolder(taken)).toThrow('cannot be used: unable to open database file');
});

it('waits until the running process has closed, and then takes the lock', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  markClosing(folder);
  const onWait = vi.fn(release);
  (await lockClosingFolder(folder, onWait))();
  expect(onWait).toHaveBeenCalledOnce();
});

it('rejects a second process at once if the running process is not closing', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  markClosing(folder);
  release();
  const releaseNext = lockFolder(folder);
  const onWait = vi.fn();
  await expect(lockClosingFolder(folder, onWait)).rejects.toThrow(`is using ${folder}.`);
  expect(onWait).not.toHaveBeenCalled();
  releaseNext();
});

it('rejects a second process after the time limit if the closing process still has the lock', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  markClosing(folder);
  await expect(lockClosingFolder(folder, () => {}, 0)).rejects.toThrow(`is using ${folder}.`);
  release();
});
