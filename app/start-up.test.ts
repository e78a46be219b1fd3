import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { closeShop } from './close-shop.server.ts';

const never = () => new Promise<void>(() => undefined);

/** What was closed, in order, when these took part. */
async function closing(parts: {
  server?: Parameters<typeof closeShop>[0]['server'];
  clerkStops?: () => Promise<void>;
  stop?: () => Promise<void>;
}) {
  const closed: string[] = [];
  const idle = { close: (done: () => void) => done(), closeAllConnections: () => closed.push('connections') };
  await closeShop(
    {
      server: parts.server ?? idle,
      worker: { stop: parts.clerkStops ?? (async () => void closed.push('clerk')) },
      emailWorker: { stop: parts.stop ?? (async () => void closed.push('post office')) },
      database: { close: async () => void closed.push('database') },
    },
    50,
  );
  return closed;
}

it('the database is closed last', async () => {
  expect(await closing({})).toEqual(['clerk', 'post office', 'connections', 'database']);
});

it('waits for the answers under way before it closes the database, and for the database', async () => {
  const answers = Promise.withResolvers<void>();
  const database = Promise.withResolvers<void>();
  const steps: string[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const shut = closeShop({
    server: { close: (done) => void answers.promise.then(done) },
    worker: { stop: async () => undefined },
    emailWorker: { stop: async () => undefined },
    database: {
      close: () => {
        steps.push('database');
        return database.promise;
      },
    },
  }).then(() => steps.push('shop'));
  await settled();
  expect(steps).toEqual([]);
  answers.resolve();
  await settled();
  expect(steps).toEqual(['database']);
  database.resolve();
  await shut;
});

it('cuts off after nine seconds what is under way, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = async () => undefined;
  const close = vi.fn(stop);
  const shut = (stopWorker: () => Promise<void>) =>
    closeShop({
      server: { close: (done) => done() },
      worker: { stop: stopWorker },
      emailWorker: { stop },
      database: { close },
    });
  await shut(stop);
  expect(vi.getTimerCount()).toBe(0);
  const late = shut(never);
  await vi.advanceTimersByTimeAsync(8999);
  expect(close).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await late;
  expect(close).toHaveBeenCalledTimes(2);
});

it('a mail that is never sent does not keep the shop from closing', async () => {
  expect(await closing({ stop: never })).toEqual(['clerk', 'connections', 'database']);
});

it('a bank that never answers the clerk does not keep the shop from closing [S-PAY-15]', async () => {
  expect(await closing({ clerkStops: never })).toEqual(['connections', 'database']);
});

it('a clerk who fails does not keep the mails from being sent', async () => {
  const closed: string[] = [];
  const shut = closeShop({
    server: { close: (done) => done() },
    worker: { stop: () => Promise.reject(new Error('no clerk today')) },
    emailWorker: { stop: async () => void closed.push('post office') },
    database: { close: async () => void closed.push('database') },
  });
  await expect(shut).rejects.toThrow('no clerk today');
  expect(closed).toEqual(['post office', 'database']);
});

it('a post office that fails does not keep the database open', async () => {
  const closed: string[] = [];
  const shut = closeShop({
    server: { close: (done) => done() },
    worker: { stop: async () => undefined },
    emailWorker: { stop: () => Promise.reject(new Error('no post today')) },
    database: { close: async () => void closed.push('database') },
  });
  await expect(shut).rejects.toThrow('no post today');
  expect(closed).toEqual(['database']);
});

it('an answer that never ends is cut off', async () => {
  const server = createServer((_, response) => void response.write('slowly '));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const requested = get({ port, host: '127.0.0.1' });
  const [answer] = await once(requested, 'response');
  const cut = once(answer, 'error');
  answer.resume();
  expect(await closing({ server })).toEqual(['clerk', 'post office', 'database']);
  await cut;
});
