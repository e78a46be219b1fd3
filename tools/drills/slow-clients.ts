import { connect, type Socket } from 'node:net';
import { openClient } from '../bench/client.ts';
import { openShopUnderTest, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { checked } from './audit.ts';
import { type Drill, type Finding, formatTime, formatTimes } from './drill.ts';
import { onEmbedded } from './locations.ts';

const slowHeads = 300;
const slowBodies = 100;
const nonReaders = 50;

/**
 * Times in milliseconds until the shop must have closed a slow request. The server allows 8 s for the head and 30 s in all, and
 * checks every two seconds.
 */
const maxHeadMs = 12_000;
const maxBodyMs = 36_000;

/** Clients send very slowly or read nothing, while a customer visits pages. */
export const slowClients: Drill = {
  name: 'slow-clients',
  run: () =>
    onEmbedded(
      checked(async (location) => {
        const shop = await openShopUnderTest(location);
        try {
          const before = await visitPages(shop, 40);
          return [
            ...(await drillSlowClients(shop, location.port, before)),
            ...(await drillOversized(location.port)),
            await checkAfterwards(shop),
          ];
        } finally {
          await shop.stop();
        }
      }),
    ),
};

/** Requests pages one after the other. Returns their times in milliseconds. @throws Error if a status is not 200 */
async function visitPages({ url }: ShopUnderTest, pages: number): Promise<number[]> {
  const connection = openClient(url);
  const times: number[] = [];
  try {
    for (let page = 0; page < pages; page++) {
      const startedAt = performance.now();
      const path = ['/', '/Sarees', '/api/product/search?query=silk', '/cart'][page % 4] ?? '/';
      const { status } = await connection.get(path);
      if (status !== 200) throw new Error(`${path} got the response ${status}`);
      times.push(performance.now() - startedAt);
    }
  } finally {
    connection.close();
  }
  return times;
}

type SlowRequest = { closedAfterMs: Promise<number>; response(): string };

/** Sends `start`, then one byte a second until the shop closes the connection. */
function sendSlowly(port: number, start: string, byte: string): SlowRequest {
  const socket = connect(port, '127.0.0.1');
  const startedAt = performance.now();
  let response = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    response += bytes.toString('latin1');
  });
  socket.write(start);
  const timer = setInterval(() => socket.write(byte), 1000);
  const closedAfterMs = new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - startedAt);
    }),
  );
  return { closedAfterMs, response: () => response };
}

/** Requests large responses without reading them. */
function requestWithoutReading(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  for (let n = 0; n < 20; n++) socket.write('GET /api/product/get-all HTTP/1.1\r\nHost: shop\r\n\r\n');
  return socket;
}

const startOfBody =
  'POST /api/reachus/send HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';

async function drillSlowClients(
  shop: ShopUnderTest,
  port: number,
  before: readonly number[],
): Promise<Finding[]> {
  const heads = Array.from({ length: slowHeads }, (_, n) =>
    sendSlowly(port, `GET /?${n} HTTP/1.1\r\nHost: shop\r\nX-`, 'a'),
  );
  const bodies = Array.from({ length: slowBodies }, () => sendSlowly(port, startOfBody, ' '));
  const unread = Array.from({ length: nonReaders }, () => requestWithoutReading(port));
  const during = await visitPages(shop, 200);
  const closedHeads = await Promise.all(heads.map(({ closedAfterMs }) => closedAfterMs));
  const closedBodies = await Promise.all(bodies.map(({ closedAfterMs }) => closedAfterMs));
  for (const socket of unread) socket.destroy();
  const timedOut = heads.filter(({ response }) => response().startsWith('HTTP/1.1 408')).length;
  const sorted = during.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return [
    {
      promise: `pages while ${slowHeads + slowBodies} clients send slowly and ${nonReaders} do not read`,
      measured: `95 of 100 pages within ${formatTime(p95)}; before: ${formatTimes(before)}`,
      holds: p95 < 1000,
    },
    {
      promise: 'a connection with a slow head is closed',
      measured: `${formatTimes(closedHeads)}, ${timedOut} of them with 408`,
      holds: Math.max(...closedHeads) <= maxHeadMs,
    },
    {
      promise: 'a connection with a slow body is closed',
      measured: formatTimes(closedBodies),
      holds: Math.max(...closedBodies) <= maxBodyMs,
    },
  ];
}

/** Sends bytes unchanged. Returns all bytes that the shop sends until it closes the connection. */
function send(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    response += bytes.toString('latin1');
  });
  for (const part of parts) socket.write(part);
  return new Promise((resolve) => socket.on('close', () => resolve(response)));
}

const close = 'Host: shop\r\nConnection: close\r\n';

async function drillOversized(port: number): Promise<Finding[]> {
  const statusOf = (response: string) => response.slice(9, 12);
  const url = statusOf(await send(port, `GET /${'a'.repeat(64 * 1024)} HTTP/1.1\r\n${close}\r\n`));
  const head = statusOf(await send(port, `GET / HTTP/1.1\r\n${close}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`));
  const manyHeaders = 'X-Many: a\r\n'.repeat(3000);
  const headers = statusOf(await send(port, `GET / HTTP/1.1\r\n${close}${manyHeaders}\r\n`));
  const bodyLength = 10 * 1024 * 1024;
  const body = statusOf(
    await send(
      port,
      `POST /api/reachus/send HTTP/1.1\r\n${close}Content-Type: application/json\r\nContent-Length: ${bodyLength}\r\n\r\n`,
      // Send few bytes. Bytes that arrive after the shop has closed the connection cause a reset, and the response would be lost.
      'x'.repeat(16 * 1024),
    ),
  );
  const request = 'GET /api/category/get-all HTTP/1.1\r\nHost: shop\r\n\r\n';
  const responses = await send(port, request.repeat(99), `GET /healthz HTTP/1.1\r\n${close}\r\n`);
  const count = responses.split('HTTP/1.1 200 ').length - 1;
  return [
    {
      promise: 'a URL of 64 kB, a header of 20 kB, 3,000 headers, a body of 10 MB',
      measured: [url, head, headers, body].join(', '),
      holds: [url, head, headers].every((status) => ['414', '431'].includes(status)) && body === '413',
    },
    {
      promise: 'a hundred pipelined requests get responses in their order',
      measured: `${count} responses`,
      holds: count === 100 && responses.trimEnd().endsWith('the shop responds'),
    },
  ];
}

async function checkAfterwards(shop: ShopUnderTest): Promise<Finding> {
  const times = await visitPages(shop, 40);
  const { status } = await fetch(`${shop.url}/readyz`);
  return {
    promise: 'afterwards the shop is ready',
    measured: `${formatTimes(times)}, ${shop.memoryMb() ?? '?'} MB`,
    holds: status === 200,
  };
}
