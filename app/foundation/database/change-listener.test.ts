import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenLocally } from '../../../tests/fixtures/listen.ts';
import { listenToPostgres, tagsIn } from './change-listener.server.ts';

vi.mock('node:timers/promises', { spy: true });
const waits = vi.mocked(wait);

beforeEach(() => void waits.mockReset());

/** Waits until the signal is aborted. */
const endless: typeof wait = (_ms, _value, options) =>
  new Promise((_, reject) => options?.signal?.addEventListener('abort', reject));

/** Creates one message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const ready = message('Z', Buffer.from('I'));
const accepted = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
const completed = Buffer.concat([message('C', Buffer.from('OK\0')), ready]);
const notification = (text: string) => message('A', Buffer.from(`\0\0\0\0shop_changes\0${text}\0`, 'latin1'));

/**
 * Starts a minimal PostgreSQL server. It responds to queries, except between the calls of `setResponds(false)` and
 * `setResponds(true)`.
 */
async function startServer(wantedPort = 0) {
  const sockets: Socket[] = [];
  const queries: string[] = [];
  let responds = true;
  const server = createServer((socket) => {
    sockets.push(socket);
    let isAccepted = false;
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        // Every message except the first begins with a type byte, followed by its length.
        const head = isAccepted ? 1 : 0;
        const length = unread.length < head + 4 ? Number.POSITIVE_INFINITY : head + unread.readInt32BE(head);
        if (unread.length < length) return;
        const type = isAccepted ? String.fromCharCode(unread[0] ?? 0) : '';
        const text = unread.toString('utf8', head + 4, length - 1);
        unread = unread.subarray(length);
        if (!isAccepted) socket.write(accepted);
        isAccepted = true;
        if (type === 'Q') queries.push(text);
        if (type === 'Q' && responds) socket.write(completed);
        if (type === 'X') socket.end();
      }
    });
  });
  const port = await listenLocally(server, wantedPort);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return {
    url: `postgres://shop:secret@127.0.0.1:${port}/shop`,
    close,
    sockets,
    queries,
    notify: (text: string) => sockets.at(-1)?.write(notification(text)),
    setResponds: (does: boolean) => {
      responds = does;
    },
  };
}

const longPoll = { timeout: 20_000 };

/** Starts a change listener. By default, waits until it is connected. */
async function listening(url: string, isReachable = true) {
  const onChange = vi.fn();
  const states: boolean[] = [];
  const onError = vi.fn();
  const onConnection = (isListening: boolean) => void states.push(isListening);
  const stop = await listenToPostgres(url, { onChange, onConnection }, onError);
  onTestFinished(stop);
  if (isReachable) await expect.poll(() => states, longPoll).toEqual([true]);
  return { onChange, states, onError, stop };
}

it('reads one tag per line, and reads an empty notification as `everything`', () => {
  expect(tagsIn('product:1\nlistings')).toEqual(['product:1', 'listings']);
  expect([tagsIn(''), tagsIn(undefined)]).toEqual([['everything'], ['everything']]);
});

it('passes all tags of a notification in one call, and reports a lost connection before it opens a new one', async () => {
  const postgres = await startServer();
  const { onChange, states, onError } = await listening(postgres.url);
  expect(postgres.queries[0]).toBe('listen shop_changes');
  postgres.notify('product:1\nlistings');
  await expect.poll(() => onChange.mock.calls, longPoll).toEqual([[['product:1', 'listings']]]);
  postgres.sockets[0]?.destroy();
  await expect.poll(() => states, longPoll).toEqual([true, false, true]);
  expect(onError).toHaveBeenCalled();
  postgres.notify('product:1');
  await expect.poll(() => onChange.mock.calls.slice(1), longPoll).toEqual([[['product:1']]]);
});

it('reports a lost connection if the server stops responding', async () => {
  const postgres = await startServer();
  const { states } = await listening(postgres.url);
  await expect.poll(() => postgres.queries, longPoll).toContain('select 1');
  expect(states).toEqual([true]);
  postgres.setResponds(false);
  await expect.poll(() => states, longPoll).toEqual([true, false]);
  postgres.setResponds(true);
  // Close the new connection that waits for a response.
  postgres.sockets.at(-1)?.destroy();
  await expect.poll(() => states.at(-1), longPoll).toBe(true);
});

it('tries to connect until it succeeds, and reports each failed try', async () => {
  const { url, close } = await startServer();
  await close();
  const { states, onError } = await listening(url, false);
  await expect.poll(() => onError.mock.calls.length, longPoll).toBeGreaterThan(1);
  expect(states).not.toContain(true);
  await startServer(Number(new URL(url).port));
  await expect.poll(() => states.at(-1), longPoll).toBe(true);
});

it('waits longer before each further try to connect, up to five seconds', async () => {
  const { url, close } = await startServer();
  await close();
  let waited = 0;
  waits.mockImplementation((...args) => (++waited < 6 ? Promise.resolve() : endless(...args)));
  await listening(url, false);
  await expect
    .poll(() => waits.mock.calls.map(([ms]) => ms), longPoll)
    .toEqual([100, 500, 2000, 5000, 5000, 5000]);
});

it('closes its connection and aborts its delays when it is stopped', async () => {
  const postgres = await startServer();
  const { states, stop } = await listening(postgres.url);
  await expect.poll(() => waits.mock.calls.length, longPoll).toBeGreaterThan(0);
  await stop();
  expect(states).toEqual([true, false]);
  await expect.poll(() => postgres.sockets[0]?.readableEnded, longPoll).toBe(true);
  expect(postgres.sockets).toHaveLength(1);
  expect(waits.mock.calls.map(([ms]) => ms)).not.toContain(100);
  for (const [, , options] of waits.mock.calls)
    expect(options).toEqual({ ref: false, signal: expect.objectContaining({ aborted: true }) });
});
