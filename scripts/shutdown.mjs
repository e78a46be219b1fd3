/** Shuts the shop down on a signal, or when the npm that started it has exited. */
import { exitWithError } from './ensure.mjs';

/**
 * Time in milliseconds after the first signal in which further signals are ignored. Ctrl-C sends two signals, one from the
 * terminal and one from npm.
 */
const duplicateMs = 500;

/** Interval in milliseconds of the check whether npm still runs. */
const npmCheckMs = 250;

/**
 * On the first signal, runs `close` and exits with 0. Exits with 1 at once on a later signal.
 * @param {() => Promise<unknown>} close
 */
export function closeOnSignal(close) {
  let firstSignalAt = 0;
  const end = () => {
    if (firstSignalAt > 0) {
      if (Date.now() - firstSignalAt > duplicateMs) process.exit(1);
      return;
    }
    firstSignalAt = Date.now();
    close().then(() => process.exit(0), exitWithError);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  onNpmExit(end);
}

/**
 * Runs `close` on SIGTERM, for a worker process. Ignores Ctrl-C, because the primary process also receives it and then sends
 * SIGTERM.
 * @param {() => Promise<unknown>} close
 */
export function closeOnSigterm(close) {
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.once('SIGTERM', () => {
    process.on('SIGTERM', () => undefined);
    close().then(() => process.exit(0), exitWithError);
  });
}

/**
 * Calls `act` when the npm that started this process has exited. npm runs a script in a shell and sends SIGTERM only to the
 * shell. The shell exits without sending a signal to this process.
 * @param {() => void} act
 */
export function onNpmExit(act) {
  if (!process.env.npm_lifecycle_event) return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    act();
  }, npmCheckMs);
  timer.unref();
}
