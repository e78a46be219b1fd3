import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testFolder } from '../../../tests/fixtures/test-folder.ts';
import { lockClosingFolder, lockFolder, markClosing } from './data-dir-lock.server.ts';

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

it('rejects a second process while the first is running, and names the running process and the remedy', async () => {
  const folder = testFolder('lock');
  const holder = await anotherProcess(folder);
  expect(holder.output).toBe('taken');
  const { output } = await anotherProcess(folder);
  for (const part of [`process ${holder.pid}, since `, `is using ${folder}.`, 'another DATA_DIR'])
    expect(output).toContain(part);
  await holder.kill();
  lockFolder(folder)();
});

it('rejects a second lock in the same process and in another process', async () => {
  const folder = path.join(testFolder('lock'), 'new', 'shop');
  const release = lockFolder(folder);
  for (let attempt = 0; attempt < 3; attempt++) expect(() => lockFolder(folder)).toThrow(folder);
  expect((await anotherProcess(folder)).output).toContain(`process ${process.pid}`);
  release();
  expect((await anotherProcess(folder)).output).toBe('taken');
});

const makeFolder = (folder: string) => mkdirSync(path.join(folder, 'lock.sqlite'), { recursive: true });
const writeText = (folder: string) => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'lock.sqlite'), 'no database at all '.repeat(100));
};

it.each([
  ['the folder is a file', 'EEXIST', (folder: string) => writeFileSync(folder, '')],
  ['the lock file is not a database', 'file is not a database', writeText],
  ['the lock file is a folder', 'unable to open database file', makeFolder],
])('rejects the data folder and names the cause if %s', (_, cause, damage) => {
  const folder = path.join(testFolder('lock'), 'shop');
  damage(folder);
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} cannot be used: ${cause}`);
});

it('waits until a closing process has released the lock, and then takes the lock', async () => {
  const folder = testFolder('lock');
  const release = lockFolder(folder);
  markClosing(folder);
  const onWait = vi.fn(release);
  (await lockClosingFolder(folder, onWait))();
  expect(onWait).toHaveBeenCalledOnce();
});

it('waits for the lock only if the running process is closing, and only until the time limit', async () => {
  const folder = testFolder('lock');
  const release = lockFolder(folder);
  markClosing(folder);
  release();
  onTestFinished(lockFolder(folder));
  const onWait = vi.fn();
  await expect(lockClosingFolder(folder, onWait)).rejects.toThrow(`is using ${folder}.`);
  expect(onWait).not.toHaveBeenCalled();
  markClosing(folder);
  await expect(lockClosingFolder(folder, onWait, 0)).rejects.toThrow(`is using ${folder}.`);
});
