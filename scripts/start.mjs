/**
 * `npm start`: installs the packages and builds the shop if needed, then runs it. Starts on any Node from 20. If the machine's
 * Node is older than 24, restarts on the pinned one.
 */
import cluster from 'node:cluster';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureBuilt, ensureInstalled, exitWithError, print, root } from './ensure.mjs';
import { addMemoryFlags } from './memory-flags.mjs';
import { importServer } from './server-build.mjs';
import { closeOnSignal, closeOnSigterm } from './shutdown.mjs';

try {
  if (cluster.isWorker) await runWorker();
  else {
    ensureInstalled();
    ensureBuilt();
    prepareEnvironment();
    if (Number(process.versions.node.split('.')[0]) < 24) becomePinnedNode();
    else {
      addMemoryFlags();
      if (Number(process.env.WEB_CONCURRENCY) > 1) await runProcesses(Number(process.env.WEB_CONCURRENCY));
      else await runProcess();
    }
  }
} catch (error) {
  exitWithError(error);
}

/**
 * React needs NODE_ENV=production to be fast, but the shop refuses pretend services with it. Allow the pretend services if the
 * owner did not set NODE_ENV=production.
 */
function prepareEnvironment() {
  if (process.env.NODE_ENV === 'production') return;
  process.env.NODE_ENV = 'production';
  process.env.ALLOW_PRETEND ||= '1';
}

/** Runs the shop in this process. On a signal, completes the requests in progress and exits. */
async function runProcess() {
  const { serve } = await importServer();
  const opening = serve(process.env, root);
  closeOnSignal(async () => (await opening).close());
  print((await opening).banner);
}

/**
 * Runs the shop in `count` worker processes. Each worker validates the settings, including the count.
 * @param {number} count
 */
async function runProcesses(count) {
  const { openProcesses } = await import('./processes.mjs');
  const { opened, close } = await openProcesses(count);
  closeOnSignal(close);
  print(await opened);
}

/** Runs the shop in a worker process, and sends its banner to the primary process. */
async function runWorker() {
  const { serve } = await importServer();
  const opening = serve(process.env, root);
  closeOnSigterm(async () => (await opening).close());
  process.send?.({ type: 'shop:open', banner: (await opening).banner });
}
