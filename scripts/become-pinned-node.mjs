import { spawn } from 'node:child_process';
import { childEnvironment, pinnedNode, print } from './ensure.mjs';
import { onNpmExit } from './shutdown.mjs';

/**
 * Runs `script`, by default the current one, on the pinned Node. Passes on the arguments, signals, terminal and exit code.
 * @param {string} [script]
 */
export function becomePinnedNode(script) {
  const [, current = '', ...args] = process.argv;
  const child = spawn(pinnedNode, [script ?? current, ...args], {
    stdio: 'inherit',
    env: childEnvironment(),
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  onNpmExit(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    print(`Failed to start ${pinnedNode}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
