/** Several processes of one shop behind one door. The first process serves nobody: it keeps the others running. */
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import prometheus from 'prom-client';
import { print } from './ensure.mjs';

/** @import { Worker } from 'node:cluster' */

/** Each closes within ten seconds by itself; what has not ended a little later is cut off. */
const closingMs = 10_500;
/** How long one waits that takes the place of another which ended soon: twice as long each time. */
const [minWaitMs, maxWaitMs] = [250, 30_000];
/** Whoever has lived for so long did not end at once. */
const longLifeMs = 60_000;

/**
 * Starts `count` processes that run this very script, and starts another for each that ends, until it is told to
 * close. The first one opens alone, so that one migrates and furnishes, and what is wrong is said once. Answers the
 * shop's banner when all are open; rejects when one of them could not open.
 * @param {number} count
 */
export async function openProcesses(count) {
  let isClosing = false;
  const figures = new prometheus.AggregatorRegistry();

  async function begin() {
    const worker = cluster.fork();
    const ended = new Promise((resolve) => worker.once('exit', () => resolve(undefined)));
    void ended.then(pendingRequests(worker));
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
   * The figures of all processes as one text, for whichever of them was asked.
   * @param {Worker} worker
   * @param {number} requestId
   */
  async function sendMetrics(worker, requestId) {
    const text = await figures.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: 'shop:metrics', requestId, text });
  }

  /**
   * Keeps one place taken.
   * @param {Awaited<ReturnType<typeof begin>>} first
   */
  async function keep(first) {
    let waitMs = 0;
    let begun = Date.now();
    let { worker, ended } = first;
    for (;;) {
      await ended;
      if (isClosing) return;
      const livedLong = Date.now() - begun >= longLifeMs;
      waitMs = livedLong ? 0 : Math.min(maxWaitMs, Math.max(minWaitMs, waitMs * 2));
      tell(50, 'a process of the shop ended', worker, { waitMs });
      await wait(waitMs, undefined, { ref: false });
      if (isClosing) return;
      begun = Date.now();
      const next = await begin();
      ({ worker, ended } = next);
      if (next.banner !== undefined) tell(30, 'another process has taken its place', worker);
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
    const first = await begin();
    const all = [first];
    if (first.banner !== undefined && !isClosing)
      all.push(...(await Promise.all(Array.from({ length: count - 1 }, begin))));
    if (isClosing) return '';
    if (all.some(({ banner }) => banner === undefined)) {
      await close();
      throw new Error('The shop did not open. What went wrong is printed above.');
    }
    for (const one of all) void keep(one);
    return first.banner;
  }

  return { opened: open(), close };
}

/**
 * Node hands each process one visitor at a time, and forgets the one who was on the way to a process that dies: they would
 * wait for ever. Answers how to send them off, so that they come again.
 * @param {Worker} worker
 */
function pendingRequests(worker) {
  /** @type {{ close?: () => void } | undefined} */
  let visitor;
  worker.process.send = new Proxy(worker.process.send, {
    apply(send, self, sent) {
      const [, handle] = sent;
      if (handle) visitor = handle;
      return Reflect.apply(send, self, sent);
    },
  });
  // Closing one who has arrived does nothing.
  return () => visitor?.close?.();
}

/**
 * As the shop's own log has it.
 * @param {number} level
 * @param {string} msg
 * @param {Worker} worker
 * @param {object} more
 */
function tell(level, msg, { process: { pid, exitCode, signalCode } }, more = {}) {
  const time = new Date().toISOString();
  print(JSON.stringify({ level, time, pid, code: exitCode, signal: signalCode, ...more, msg }));
}
