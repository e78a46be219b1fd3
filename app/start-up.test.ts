import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenLocally } from '../tests/fixtures/listen.ts';
import { closeShop } from './start-up.server.ts';

const never = () => new Promise<void>(() => undefined);

/** Closes a shop with these parts. Returns the names of the parts in the order in which they were closed. */
async function closing(
  parts: {
    server?: Parameters<typeof closeShop>[0]['server'];
    stopWorker?: () => Promise<void>;
    stopEmailWorker?: () => Promise<void>;
  },
  closed: string[] = [],
) {
  const idle = { close: (done: () => void) => done(), closeAllConnections: () => closed.push('connections') };
  await closeShop(
    {
      server: parts.server ?? idle,
      worker: { stop: parts.stopWorker ?? (async () => void closed.push('worker')) },
      emailWorker: { stop: parts.stopEmailWorker ?? (async () => void closed.push('email worker')) },
      database: { close: async () => void closed.push('database') },
    },
    50,
  );
  return closed;
}

const stop = async () => undefined;

it('closing the shop waits for the responses in progress, and then closes the database', async () => {
  const responses = Promise.withResolvers<void>();
  const database = Promise.withResolvers<void>();
  const closeDatabase = vi.fn(() => database.promise);
  const onClosed = vi.fn();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const server = { close: (done: () => void) => void responses.promise.then(done) };
  const parts = { server, worker: { stop }, emailWorker: { stop }, database: { close: closeDatabase } };
  const shopClosed = closeShop(parts).then(onClosed);
  await settled();
  expect(closeDatabase).not.toHaveBeenCalled();
  responses.resolve();
  await settled();
  expect(closeDatabase).toHaveBeenCalledOnce();
  expect(onClosed).not.toHaveBeenCalled();
  database.resolve();
  await shopClosed;
});

it('closing the shop closes the database after nine seconds even if work is still in progress, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const close = vi.fn(stop);
  const parts = {
    server: { close: (done: () => void) => done() },
    emailWorker: { stop },
    database: { close },
  };
  await closeShop({ ...parts, worker: { stop } });
  expect(vi.getTimerCount()).toBe(0);
  const late = closeShop({ ...parts, worker: { stop: never } });
  await vi.advanceTimersByTimeAsync(8999);
  expect(close).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await late;
  expect(close).toHaveBeenCalledTimes(2);
});

it('closing the shop closes the database last, even if a worker never stops [S-PAY-15]', async () => {
  expect(await closing({})).toEqual(['worker', 'email worker', 'connections', 'database']);
  expect(await closing({ stopEmailWorker: never })).toEqual(['worker', 'connections', 'database']);
  expect(await closing({ stopWorker: never })).toEqual(['connections', 'database']);
});

it.for([
  ['stopWorker', ['email worker', 'connections', 'database']],
  ['stopEmailWorker', ['worker', 'connections', 'database']],
] as const)('closing the shop closes the other parts even if `%s` fails', async ([failing, others]) => {
  const closed: string[] = [];
  const stop = () => Promise.reject(new Error('cannot stop'));
  await expect(closing({ [failing]: stop }, closed)).rejects.toThrow('cannot stop');
  expect(closed).toEqual(others);
});

it('closing the shop closes the connection of a response that never ends', async () => {
  const server = createServer((_, response) => void response.write('slowly '));
  const request = get({ port: await listenLocally(server), host: '127.0.0.1' });
  const [response] = await once(request, 'response');
  const cut = once(response, 'error');
  response.resume();
  expect(await closing({ server })).toEqual(['worker', 'email worker', 'database']);
  await cut;
});
