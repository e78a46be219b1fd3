/**
 * The one command: `npm start`. On a fresh checkout it installs and builds first; afterwards it goes straight
 * to the shop. It runs on any Node from 20 and hands over to the pinned one where the machine's is older.
 */
import cluster from 'node:cluster';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, exitWithError, print, root } from './ensure.mjs';
import { addMemoryFlags } from './memory-flags.mjs';
import { importServer } from './server-build.mjs';
import { closeOnSignal, closeOnSigterm } from './shutdown.mjs';

try {
  if (cluster.isWorker) await openAsOneOfMany();
  else {
    ensureInstalled();
    ensureBuilt();
    prepareEnvironment();
    if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
    else {
      addMemoryFlags();
      if (Number(process.env.WEB_CONCURRENCY) > 1) await openMany(Number(process.env.WEB_CONCURRENCY));
      else await open();
    }
  }
} catch (error) {
  exitWithError(error);
}

/**
 * React is only fast when NODE_ENV says production, but to the shop that word means "an owner runs this for
 * real, pretend nothing". Where the owner did not say it, pretending stays allowed.
 */
function prepareEnvironment() {
  if (process.env.NODE_ENV === 'production') return;
  process.env.NODE_ENV = 'production';
  process.env.ALLOW_PRETEND ||= '1';
}

/** Opens the shop in this process and closes it, requests finished first, when it is asked to end. */
async function open() {
  const { serve } = await importServer();
  const opening = serve(process.env, root);
  closeOnSignal(async () => (await opening).close());
  print((await opening).banner);
}

/**
 * Opens it in so many processes, each of which judges the settings for itself, the number included.
 * @param {number} count
 */
async function openMany(count) {
  const { openProcesses } = await import('./processes.mjs');
  const { opened, close } = await openProcesses(count);
  closeOnSignal(close);
  print(await opened);
}

async function openAsOneOfMany() {
  const { serve } = await importServer();
  const opening = serve(process.env, root);
  closeOnSigterm(async () => (await opening).close());
  process.send?.({ type: 'shop:open', banner: (await opening).banner });
}
