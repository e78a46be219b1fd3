import { ChildProcess } from 'node:child_process';
import cluster, { Worker } from 'node:cluster';
import { Server } from 'node:net';
import prometheus from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openProcesses } from './processes.mjs';

// Vitest's fake timers do not replace the functions of `node:timers/promises`.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}));

/** Simulated worker processes in the order of their start. */
let workers: ReturnType<typeof createWorker>[];
/** Log lines of the primary process. */
let lines: { msg: string }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  workers = [];
  lines = [];
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const added = createWorker(workers.length + 1);
    workers.push(added);
    return added.worker;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  return () => {
    for (const { remove } of workers) remove();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

function createWorker(id: number) {
  const worker = new Worker();
  const signals: unknown[] = [];
  const sent: unknown[] = [];
  const kill = (signal: unknown) => signals.push(signal) > 0;
  const send = (message: unknown) => sent.push(message) > 0;
  worker.process = Object.assign(new ChildProcess(), { pid: id, connected: true, kill, send });
  Object.assign(cluster.workers ?? {}, { [id]: worker });
  const remove = () => delete cluster.workers?.[id];
  return {
    worker,
    /** Signals and messages that the worker received. */
    signals,
    sent,
    remove,
    open: (banner: string) => worker.emit('message', { type: 'shop:open', banner }),
    end: (exitCode: number) => {
      Object.assign(worker.process, { exitCode, connected: false });
      remove();
      worker.emit('exit', exitCode, null);
    },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const settle = () => pass(0);

/** Opens `count` worker processes. */
async function openAll(count: number) {
  const { opened, close } = await openProcesses(count);
  workers[0]?.open('Open.');
  await settle();
  for (const { open } of workers.slice(1)) open('Open.');
  await opened;
  return { close, all: [...workers] };
}

describe('opening several processes', () => {
  it('starts the first process alone and returns its banner when all are open', async () => {
    const { opened } = await openProcesses(3);
    const resolved = vi.fn();
    void opened.then(resolved);
    await settle();
    expect(workers).toHaveLength(1);
    workers[0]?.open('Open at 8080.');
    await settle();
    expect(workers).toHaveLength(3);
    workers[2]?.open('The third.');
    await settle();
    expect(resolved).not.toHaveBeenCalled();
    workers[1]?.open('The second.');
    expect(await opened).toBe('Open at 8080.');
  });

  it('starts no other process if the first one fails', async () => {
    const { opened } = await openProcesses(3);
    workers[0]?.end(1);
    await expect(opened).rejects.toThrow('The shop did not start. The error is printed above.');
    expect(workers).toHaveLength(1);
  });

  it('closes the open processes if another one fails', async () => {
    const { opened } = await openProcesses(3);
    const rejected = vi.fn();
    opened.catch(rejected);
    workers[0]?.open('Open.');
    await settle();
    workers[1]?.end(1);
    workers[2]?.open('Open.');
    await settle();
    expect(workers.map(({ signals }) => signals)).toEqual([['SIGTERM'], [], ['SIGTERM']]);
    expect(rejected).not.toHaveBeenCalled();
    for (const { end } of workers) end(0);
    await expect(opened).rejects.toThrow('The shop did not start.');
  });

  it.each([false, true])(
    'starts no other process and returns no banner after `close`, whether or not the first process then opens: %s',
    async (opens) => {
      const { opened, close } = await openProcesses(3);
      const closed = close();
      if (opens) workers[0]?.open('Open.');
      workers[0]?.end(0);
      expect(await opened).toBe('');
      expect(workers).toHaveLength(1);
      await closed;
    },
  );
});

describe('a worker process that exits', () => {
  it('is restarted after delays that double up to 30 seconds', async () => {
    await openAll(2);
    for (const waitMs of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const count = workers.length;
      workers.at(-1)?.end(1);
      await pass(waitMs - 1);
      expect(workers).toHaveLength(count);
      await pass(1);
      expect(workers).toHaveLength(count + 1);
    }
    expect(workers[0]?.signals).toEqual([]);
  });

  it('is restarted at once if it ran for a minute', async () => {
    await openAll(1);
    workers[0]?.end(1);
    await pass(60_250);
    workers[1]?.end(1);
    await settle();
    expect(workers).toHaveLength(3);
    await pass(59_999);
    workers[2]?.end(1);
    await pass(249);
    expect(workers).toHaveLength(3);
    await pass(1);
    expect(workers).toHaveLength(4);
  });

  it('is logged with its exit code and the delay of the restart', async () => {
    await openAll(1);
    workers[0]?.end(137);
    await pass(250);
    const ended = { level: 50, msg: 'worker process exited', pid: 1, code: 137, signal: null, waitMs: 250 };
    expect(lines).toMatchObject([ended]);
    workers[1]?.open('Open.');
    await settle();
    expect(lines).toMatchObject([ended, { level: 30, msg: 'worker process restarted', pid: 2 }]);
  });

  it('does not leave open a connection that was being passed to it', async () => {
    const { all } = await openAll(1);
    const [first] = all;
    const connection = new Server();
    const closed = vi.spyOn(connection, 'close');
    first?.worker.process.send?.({ act: 'newconn' }, connection);
    first?.worker.process.send?.({ act: 'other' });
    expect(first?.sent).toHaveLength(2);
    expect(closed).not.toHaveBeenCalled();
    first?.end(1);
    await settle();
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('closing several processes', () => {
  it('sends SIGTERM to each process and waits until all have exited', async () => {
    const { close, all } = await openAll(3);
    const closed = vi.fn();
    void close().then(closed);
    expect(all.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM'], ['SIGTERM']]);
    all[0]?.end(0);
    all[1]?.end(0);
    await settle();
    expect(closed).not.toHaveBeenCalled();
    all[2]?.end(0);
    await settle();
    expect(closed).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(workers).toHaveLength(3);
    expect(all.flatMap(({ signals }) => signals)).not.toContain('SIGKILL');
    expect(lines).toEqual([]);
  });

  it('kills only processes that have not exited after 10.5 seconds', async () => {
    const { close, all } = await openAll(2);
    const closed = close();
    all[0]?.end(0);
    await pass(10_499);
    expect(all[1]?.signals).toEqual(['SIGTERM']);
    await pass(1);
    await closed;
    expect(all.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM', 'SIGKILL']]);
  });

  it('does not restart a process that exited shortly before', async () => {
    const { close, all } = await openAll(2);
    all[0]?.end(1);
    await pass(100);
    const closed = close();
    all[1]?.end(0);
    await closed;
    await pass(60_000);
    expect(workers).toHaveLength(2);
  });
});

it('sends the metrics of all processes only to the worker that requested them, and only while that worker runs', async () => {
  const sum = vi.spyOn(prometheus.AggregatorRegistry.prototype, 'clusterMetrics');
  sum.mockResolvedValueOnce('shop_processes 2').mockRejectedValueOnce(new Error('one is busy'));
  sum.mockResolvedValue('');
  const { all } = await openAll(2);
  const requestMetrics = (requestId: number) =>
    all[0]?.worker.emit('message', { type: 'shop:metrics', requestId });
  requestMetrics(5);
  requestMetrics(6);
  await settle();
  const sent = [
    { type: 'shop:metrics', requestId: 5, text: 'shop_processes 2' },
    { type: 'shop:metrics', requestId: 6, text: undefined },
  ];
  expect(all.map((one) => one.sent)).toEqual([sent, []]);
  requestMetrics(7);
  all[0]?.end(1);
  await settle();
  expect(all[0]?.sent).toEqual(sent);
});
