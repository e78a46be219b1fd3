import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ownModule = pathToFileURL(path.join(import.meta.dirname, 'become-pinned-node.mjs')).href;

/** Program for the pinned Node. It prints its process id, its arguments and the first signal, and exits with 7. */
const program = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => process.stdout.write(signal, () => process.exit(7)));
  setInterval(() => undefined, 60_000);
  process.stdout.write(process.pid + ' ' + process.argv.slice(2) + ' ');`;

/** Runs `command` with a script that starts the program on the pinned Node. Waits until the program runs. */
async function startProgram(
  command: (node: string, script: string) => string[],
  env: NodeJS.ProcessEnv = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-pinned-'));
  const [script, inner] = [path.join(folder, 'start.mjs'), path.join(folder, 'program.mjs')];
  writeFileSync(inner, program);
  const start = `becomePinnedNode(${JSON.stringify(inner)});`;
  writeFileSync(script, `import { becomePinnedNode } from '${ownModule}'; ${start}`);
  const [file = '', ...args] = command(process.execPath, script);
  const { npm_lifecycle_event: _, ...machine } = process.env;
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'inherit'], detached: true };
  const started = spawn(file, args, { ...options, env: { ...machine, ...env } });
  let text = '';
  started.stdout?.on('data', (bytes: Buffer) => {
    text += String(bytes);
  });
  const closed = once(started, 'close');
  onTestFinished(async () => {
    try {
      if (started.pid) process.kill(-started.pid, 'SIGKILL');
    } catch {
      // Wait until all processes of the group have exited.
    }
    await closed;
    rmSync(folder, { recursive: true });
  });
  await once(started.stdout ?? started, 'data');
  const pid = Number(text.split(' ')[0]);
  return { started, closed, pid, output: () => text };
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  "passes on arguments and %s, and exits with the program's exit code",
  async (signal) => {
    const { started, closed, pid, output } = await startProgram((node, script) => [node, script, 'a', 'b']);
    started.kill(signal);
    expect(await closed).toEqual([7, null]);
    expect(output()).toBe(`${pid} a,b ${signal}`);
  },
);

it('exits with 1 if a signal kills the program', async () => {
  const { closed, pid } = await startProgram((node, script) => [node, script]);
  process.kill(pid, 'SIGKILL');
  expect(await closed).toEqual([1, null]);
});

it('stops the program when the npm that started it exits', async () => {
  const behindShell = (node: string, script: string) => ['/bin/sh', '-c', '"$@" & wait', 'npm', node, script];
  const { started, closed, pid, output } = await startProgram(behindShell, { npm_lifecycle_event: 'start' });
  started.kill('SIGKILL');
  await closed;
  expect(output()).toBe(`${pid}  SIGTERM`);
});
