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

/** Another process that takes the folder, says so, and stays; or says why it could not, and ends. */
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
  return { said: String(text), pid: child.pid, kill: () => child.kill('SIGKILL') && ended };
}

it('a second process is told which folder is in use, by whom, and what to do', async () => {
  const folder = dataFolder();
  const holder = await anotherProcess(folder);
  expect(holder.said).toBe('taken');
  const second = await anotherProcess(folder);
  expect(second.said).toContain(`process ${holder.pid}, since `);
  expect(second.said).toContain(`is using ${folder}.`);
  expect(second.said).toContain('another DATA_DIR');
});

it('a holder that was killed leaves no lock behind', async () => {
  const folder = dataFolder();
  const holder = await anotherProcess(folder);
  await holder.kill();
  lockFolder(folder)();
});

it('a living lock is never taken, however often and by whomever it is tried', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  for (let attempt = 0; attempt < 3; attempt++) expect(() => lockFolder(folder)).toThrow(folder);
  expect((await anotherProcess(folder)).said).toContain(`process ${process.pid}`);
  release();
  expect((await anotherProcess(folder)).said).toBe('taken');
});

it('of many that come at once, one takes it', async () => {
  const folder = dataFolder();
  const all = await Promise.all(Array.from({ length: 4 }, () => anotherProcess(folder)));
  expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1);
});

it('makes the folder if it is not there', () => {
  const folder = path.join(dataFolder(), 'new', 'shop');
  lockFolder(folder)();
});

it('a file in the folder’s place is told in the system’s words, and nobody is blamed', () => {
  const folder = path.join(dataFolder(), 'shop');
  writeFileSync(folder, '');
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} cannot be used: EEXIST`);
});

it('a lock that is no lock is told in SQLite’s words, and nobody is blamed', () => {
  const noise = dataFolder();
  writeFileSync(path.join(noise, 'lock.sqlite'), 'no database at all '.repeat(100));
  expect(() => lockFolder(noise)).toThrow('cannot be used: file is not a database');
  const taken = dataFolder();
  mkdirSync(path.join(taken, 'lock.sqlite'));
  expect(() => lockFolder(taken)).toThrow('cannot be used: unable to open database file');
});

it('waits for a holder that is closing, and then takes the lock', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  markClosing(folder);
  const onWait = vi.fn(release);
  (await lockClosingFolder(folder, onWait))();
  expect(onWait).toHaveBeenCalledOnce();
});

it('refuses at once when the holder is not closing, also after an earlier one closed', async () => {
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

it('refuses when a closing holder still holds the lock at the time limit', async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  markClosing(folder);
  await expect(lockClosingFolder(folder, () => {}, 0)).rejects.toThrow(`is using ${folder}.`);
  release();
});
