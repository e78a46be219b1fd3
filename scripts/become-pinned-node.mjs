/** Kills the surprise that a machine's older Node brings: the shop always runs on the Node it was written for. */
import { spawn } from 'node:child_process';
import { childEnvironment, pinnedNode, print } from './ensure.mjs';
import { onNpmExit } from './shutdown.mjs';

/**
 * Runs `script`, or this very one, under the pinned Node, as if it were this process: same terminal, signals and exit code.
 * @param {string} [script]
 */
export function becomePinnedNode(script) {
  const own = script === undefined ? process.argv.slice(1, 2) : [script];
  const child = spawn(pinnedNode, [...own, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: childEnvironment(),
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  onNpmExit(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    print(`The shop's own Node does not run on this machine: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
