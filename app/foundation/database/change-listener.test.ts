import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenToPostgres, tagsIn } from './change-listener.server.ts';

vi.mock('node:timers/promises', { spy: true });
const waits = vi.mocked(wait);

beforeEach(() => {
  waits.mockReset();
});

/** A wait that only stopping ends. */
const endless: typeof wait = (_ms, _value, options) =>
  new Promise((_, reject) => options?.signal?.addEventListener('abort', reject));

/** One message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const isReady = message('Z', Buffer.from('I'));
const isLetIn = Buffer.concat([message('R', Buffer.alloc(4)), isReady]);
const isDone = Buffer.concat([message('C', Buffer.from('OK\0')), isReady]);
const said = (text: string) => message('A', Buffer.from(`\0\0\0\0shop_changes\0${text}\0`, 'latin1'));

/** As much of PostgreSQL as listening needs: it lets every client in, answers every query, and says what a test wants. */
async function standIn(wantedPort = 0) {
  const sockets: Socket[] = [];
  const queries: string[] = [];
  let answers = true;
  const server = createServer((socket) => {
    sockets.push(socket);
    let isIn = false;
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        // All but the first message have a letter before their length.
        const head = isIn ? 1 : 0;
        const length = unread.length < head + 4 ? Number.POSITIVE_INFINITY : head + unread.readInt32BE(head);
        if (unread.length < length) return;
        const type = isIn ? String.fromCharCode(unread[0] ?? 0) : '';
        const text = unread.toString('utf8', head + 4, length - 1);
        unread = unread.subarray(length);
        if (!isIn) socket.write(isLetIn);
        isIn = true;
        if (type === 'Q') queries.push(text);
        if (type === 'Q' && answers) socket.write(isDone);
        if (type === 'X') socket.end();
      }
    });
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `postgres://shop:secret@127.0.0.1:${port}/shop`,
    close,
    sockets,
    queries,
    say: (text: string) => sockets.at(-1)?.write(said(text)),
    fallSilent: () => {
      answers = false;
    },
    speakAgain: () => {
      answers = true;
    },
  };
}

async function listening(url: string) {
  const onChange = vi.fn();
  const states: boolean[] = [];
  const onError = vi.fn();
  const onConnection = (isListening: boolean) => void states.push(isListening);
  const stop = await listenToPostgres(url, { onChange, onConnection }, onError);
  onTestFinished(stop);
  return { onChange, states, onError, stop };
}

const patient = { timeout: 20_000 };

describe('what is said on the channel', () => {
  it('is a tag on each line, and everything where nothing is said', () => {
    expect(tagsIn('product:1\nlistings')).toEqual(['product:1', 'listings']);
    expect([tagsIn(''), tagsIn(undefined)]).toEqual([['everything'], ['everything']]);
  });

  it('is heard at once, all tags together', async () => {
    const postgres = await standIn();
    const { onChange, states } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    expect(postgres.queries[0]).toBe('listen shop_changes');
    postgres.say('product:1\nlistings');
    await expect.poll(() => onChange.mock.calls, patient).toEqual([[['product:1', 'listings']]]);
  });
});

describe('a connection that is cut', () => {
  it('is said to hear nothing, and replaced', async () => {
    const postgres = await standIn();
    const { onChange, states, onError } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    postgres.sockets[0]?.destroy();
    await expect.poll(() => states, patient).toEqual([true, false, true]);
    expect(onError).toHaveBeenCalled();
    postgres.say('product:1');
    await expect.poll(() => onChange.mock.calls, patient).toEqual([[['product:1']]]);
  });

  it('is noticed at once, before the next question', async () => {
    waits.mockImplementation(endless);
    const postgres = await standIn();
    const { states } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    postgres.sockets[0]?.destroy();
    await expect.poll(() => states, patient).toEqual([true, false]);
  });

  it('is noticed also when it only falls silent', async () => {
    const postgres = await standIn();
    const { states } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    await expect.poll(() => postgres.queries, patient).toContain('select 1');
    expect(states).toEqual([true]);
    postgres.fallSilent();
    await expect.poll(() => states, patient).toEqual([true, false]);
    postgres.speakAgain();
    // A try that was not answered is given up, too, and cut from outside here.
    postgres.sockets.at(-1)?.destroy();
    await expect.poll(() => states.at(-1), patient).toBe(true);
  });

  it('is tried again until it stands, and each failure is reported', async () => {
    const { url, close } = await standIn();
    await close();
    const { states, onError } = await listening(url);
    await expect.poll(() => onError.mock.calls.length, patient).toBeGreaterThan(1);
    expect(states).not.toContain(true);
    await standIn(Number(new URL(url).port));
    await expect.poll(() => states.at(-1), patient).toBe(true);
  });

  it('is tried again after longer and longer waits, as long as it does not stand', async () => {
    const { url, close } = await standIn();
    await close();
    let waited = 0;
    waits.mockImplementation((...wanted) => (++waited < 6 ? Promise.resolve() : endless(...wanted)));
    await listening(url);
    await expect
      .poll(() => waits.mock.calls.map(([ms]) => ms), patient)
      .toEqual([100, 500, 2000, 5000, 5000, 5000]);
  });
});

describe('stopping', () => {
  it('waits for nothing, and no wait keeps the process alive', async () => {
    const postgres = await standIn();
    const { states, stop } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    await expect.poll(() => waits.mock.calls.length, patient).toBeGreaterThan(0);
    await stop();
    expect(waits.mock.calls.map(([ms]) => ms)).not.toContain(100);
    for (const [, , options] of waits.mock.calls)
      expect(options).toEqual({ ref: false, signal: expect.objectContaining({ aborted: true }) });
  });

  it('ends the connection, and takes no other', async () => {
    const postgres = await standIn();
    const { states, stop } = await listening(postgres.url);
    await expect.poll(() => states, patient).toEqual([true]);
    await stop();
    expect(states).toEqual([true, false]);
    await expect.poll(() => postgres.sockets[0]?.readableEnded, patient).toBe(true);
    expect(postgres.sockets).toHaveLength(1);
  });
});
