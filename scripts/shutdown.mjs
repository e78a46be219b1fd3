/** Kills the shop that nobody can stop, and the one that is stopped in the middle of an order. */
import { exitWithError } from './ensure.mjs';

/** Ctrl-C reaches us from the terminal and again from npm: one press, two signals. */
const onePressMs = 500;

/** How often we look whether npm is still there. */
const lookMs = 250;

/**
 * At the first signal to end, does `close` and exits with 0; a second one exits at once.
 * @param {() => Promise<unknown>} close
 */
export function closeOnSignal(close) {
  let requested = 0;
  const end = () => {
    if (requested > 0) {
      if (Date.now() - requested > onePressMs) process.exit(1);
      return;
    }
    requested = Date.now();
    close().then(() => process.exit(0), exitWithError);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  onNpmExit(end);
}

/**
 * The same for one of many: Ctrl-C reaches it too, but it goes by what the first process tells it, which is SIGTERM.
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
 * Does `act` when npm, if it started us, has ended: it gives a SIGTERM only to the small shell between us, which
 * ends and tells nobody, and we would stay behind.
 * @param {() => void} act
 */
export function onNpmExit(act) {
  if (!process.env.npm_lifecycle_event) return;
  const { ppid } = process;
  const looking = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(looking);
    act();
  }, lookMs);
  looking.unref();
}
