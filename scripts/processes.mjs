/** Runs several worker processes on one port. The primary process serves no requests; it restarts workers that exit. */
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import prometheus from 'prom-client';
import { print } from './ensure.mjs';

/** @import { Worker } from 'node:cluster' */

/** Time in milliseconds for workers to close. It is a little more than ten seconds, in which every worker closes. */
const closingMs = 10_500;
/** Restart backoff in milliseconds. Doubles from the minimum to the maximum. */
const [minWaitMs, maxWaitMs] = [250, 30_000];
/** Uptime in milliseconds after which a worker resets the restart backoff. */
const minUptimeMs = 60_000;

/**
 * Starts `count` worker processes of this script and restarts each that exits. The first worker starts alone: it migrates and
 * seeds the database and reports an invalid setting only once. `opened` resolves to the banner when all workers are ready, and
 * rejects if one fails.
 * @param {number} count
 */
export async function openProcesses(count) {
  let isClosing = false;
  const metrics = new prometheus.AggregatorRegistry();

  async function start() {
    const worker = cluster.fork();
    const ended = new Promise((resolve) => worker.once('exit', () => resolve(undefined)));
    void ended.then(lastConnectionCloser(worker));
    const opened = new Promise((resolve) => {
      worker.on('message', (message) => {
        if (message.type === 'shop:open') resolve(message.banner);
        if (message.type === 'shop:metrics') void sendMetrics(worker, message.requestId);
      });
    });
    const banner = await Promise.race([opened, ended]);
    return { worker, ended, banner };
  }

  /**
   * Sends the metrics of all workers, as one text, to the worker that requested them.
   * @param {Worker} worker
   * @param {number} requestId
   */
  async function sendMetrics(worker, requestId) {
    const text = await metrics.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: 'shop:metrics', requestId, text });
  }

  /**
   * Restarts a worker and its successors until the shop closes.
   * @param {Awaited<ReturnType<typeof start>>} first
   */
  async function keepRunning(first) {
    let waitMs = 0;
    let startedAt = Date.now();
    let { worker, ended } = first;
    for (;;) {
      await ended;
      if (isClosing) return;
      const isStable = Date.now() - startedAt >= minUptimeMs;
      waitMs = isStable ? 0 : Math.min(maxWaitMs, Math.max(minWaitMs, waitMs * 2));
      log(50, 'worker process exited', worker, { waitMs });
      await wait(waitMs, undefined, { ref: false });
      if (isClosing) return;
      startedAt = Date.now();
      const next = await start();
      ({ worker, ended } = next);
      if (next.banner !== undefined) log(30, 'worker process restarted', worker);
    }
  }

  async function close() {
    isClosing = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = running.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of running) worker.process.kill('SIGTERM');
    await Promise.race([Promise.all(ended), wait(closingMs, undefined, { ref: false })]);
    for (const worker of running) if (!worker.isDead()) worker.process.kill('SIGKILL');
  }

  async function open() {
    const first = await start();
    const all = [first];
    if (first.banner !== undefined && !isClosing)
      all.push(...(await Promise.all(Array.from({ length: count - 1 }, start))));
    if (isClosing) return '';
    if (all.some(({ banner }) => banner === undefined)) {
      await close();
      throw new Error('The shop did not start. The error is printed above.');
    }
    for (const one of all) void keepRunning(one);
    return first.banner;
  }

  return { opened: open(), close };
}

/**
 * Returns a function that closes the connection that was being passed to the worker. Node passes a worker one connection at a
 * time. If the worker exits in the meantime, Node forgets the connection, and its client would wait forever. After the close, the
 * client connects again.
 * @param {Worker} worker
 */
function lastConnectionCloser(worker) {
  /** @type {{ close?: () => void } | undefined} */
  let connection;
  worker.process.send = new Proxy(worker.process.send, {
    apply(send, self, sent) {
      const [, handle] = sent;
      if (handle) connection = handle;
      return Reflect.apply(send, self, sent);
    },
  });
  // If the worker has already received the connection, closing it here does nothing.
  return () => connection?.close?.();
}

/**
 * Prints a line in the format of the shop's log.
 * @param {number} level
 * @param {string} msg
 * @param {Worker} worker
 * @param {object} more
 */
function log(level, msg, { process: { pid, exitCode, signalCode } }, more = {}) {
  const time = new Date().toISOString();
  print(JSON.stringify({ level, time, pid, code: exitCode, signal: signalCode, ...more, msg }));
}
