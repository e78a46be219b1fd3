import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { openShopUnderTest, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { type Drill, type Finding, timeInWords, timesInWords } from './drill.ts';
import { openLine } from './line.ts';

const headerDrips = 300;
const bodyDrips = 100;
const deafReaders = 50;

/** Node looks every two seconds whether somebody has taken longer than 8 s for the head, or 30 s for all. */
const headLimitMs = 12_000;
const bodyLimitMs = 36_000;

/** People who send as slowly as they can, or do not listen, while somebody shops. */
export const slowClients: Drill = {
  name: 'slow-clients',
  async run() {
    const dataDir = scratchFolder('drill');
    const port = await freePort();
    const shop = await openShopUnderTest({ dataDir, port });
    try {
      const before = await visit(shop, 40);
      return [...(await drips(shop, port, before)), ...(await floods(port)), await stands(shop)];
    } finally {
      await shop.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};

/** How long somebody waits for each page, one after the other. Rejects when one is not answered well. */
async function visit({ url }: ShopUnderTest, pages: number): Promise<number[]> {
  const line = openLine(url);
  const times: number[] = [];
  try {
    for (let page = 0; page < pages; page++) {
      const begun = performance.now();
      const path = ['/', '/Sarees', '/api/product/search?query=silk', '/cart'][page % 4] ?? '/';
      const { status } = await line.get(path);
      if (status !== 200) throw new Error(`${path} was answered ${status}`);
      times.push(performance.now() - begun);
    }
  } finally {
    line.close();
  }
  return times;
}

type Held = { closedAfterMs: Promise<number>; answer(): string };

/** Sends `head`, then a byte a second, until the shop hangs up. */
function drip(port: number, head: string, byte: string): Held {
  const socket = connect(port, '127.0.0.1');
  const begun = performance.now();
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1');
  });
  socket.write(head);
  const timer = setInterval(() => socket.write(byte), 1000);
  const closedAfterMs = new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - begun);
    }),
  );
  return { closedAfterMs, answer: () => answer };
}

/** Asks for much and reads nothing of it. */
function askAndTurnAway(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  for (let n = 0; n < 20; n++) socket.write('GET /api/product/get-all HTTP/1.1\r\nHost: shop\r\n\r\n');
  return socket;
}

const dripBody =
  'POST /api/reachus/send HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';

async function drips(shop: ShopUnderTest, port: number, before: readonly number[]): Promise<Finding[]> {
  const heads = Array.from({ length: headerDrips }, (_, n) =>
    drip(port, `GET /?${n} HTTP/1.1\r\nHost: shop\r\nX-`, 'a'),
  );
  const bodies = Array.from({ length: bodyDrips }, () => drip(port, dripBody, ' '));
  const deaf = Array.from({ length: deafReaders }, () => askAndTurnAway(port));
  const during = await visit(shop, 200);
  const closedHeads = await Promise.all(heads.map(({ closedAfterMs }) => closedAfterMs));
  const closedBodies = await Promise.all(bodies.map(({ closedAfterMs }) => closedAfterMs));
  for (const socket of deaf) socket.destroy();
  const reported = heads.filter(({ answer }) => answer().startsWith('HTTP/1.1 408')).length;
  const sorted = during.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return [
    {
      what: `somebody shops while ${headerDrips + bodyDrips} drip and ${deafReaders} do not listen`,
      figure: `95 of 100 pages within ${timeInWords(p95)}; before: ${timesInWords(before)}`,
      holds: p95 < 1000,
    },
    {
      what: 'whoever drips a head is hung up on',
      figure: `${timesInWords(closedHeads)}, ${reported} of them told 408`,
      holds: Math.max(...closedHeads) <= headLimitMs,
    },
    {
      what: 'whoever drips a body is hung up on',
      figure: timesInWords(closedBodies),
      holds: Math.max(...closedBodies) <= bodyLimitMs,
    },
  ];
}

/** What is answered to bytes that are sent as they are. */
function send(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1');
  });
  for (const part of parts) socket.write(part);
  return new Promise((resolve) => socket.on('close', () => resolve(answer)));
}

const close = 'Host: shop\r\nConnection: close\r\n';

async function floods(port: number): Promise<Finding[]> {
  const statusOf = (answer: string) => answer.slice(9, 12);
  const address = statusOf(await send(port, `GET /${'a'.repeat(64 * 1024)} HTTP/1.1\r\n${close}\r\n`));
  const head = statusOf(await send(port, `GET / HTTP/1.1\r\n${close}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`));
  const many = 'X-Many: a\r\n'.repeat(3000);
  const heads = statusOf(await send(port, `GET / HTTP/1.1\r\n${close}${many}\r\n`));
  const long = 10 * 1024 * 1024;
  const body = statusOf(
    await send(
      port,
      `POST /api/reachus/send HTTP/1.1\r\n${close}Content-Type: application/json\r\nContent-Length: ${long}\r\n\r\n`,
      // Only as much as is on its way when the answer comes: a line that is cut tells nobody anything.
      'x'.repeat(16 * 1024),
    ),
  );
  const one = 'GET /api/category/get-all HTTP/1.1\r\nHost: shop\r\n\r\n';
  const line = await send(port, one.repeat(99), `GET /healthz HTTP/1.1\r\n${close}\r\n`);
  const answered = line.split('HTTP/1.1 200 ').length - 1;
  return [
    {
      what: 'an address of 64 kB, a head of 20 kB and of 3,000 lines, a body of 10 MB',
      figure: [address, head, heads, body].join(', '),
      holds: [address, head, heads].every((status) => ['414', '431'].includes(status)) && body === '413',
    },
    {
      what: 'a hundred requests in one breath are answered in their order',
      figure: `${answered} answered`,
      holds: answered === 100 && line.trimEnd().endsWith('the shop answers'),
    },
  ];
}

async function stands(shop: ShopUnderTest): Promise<Finding> {
  const after = await visit(shop, 40);
  const { status } = await fetch(`${shop.url}/readyz`);
  return {
    what: 'afterwards the shop is as before',
    figure: `${timesInWords(after)}, ${shop.memoryMb() ?? '?'} MB`,
    holds: status === 200,
  };
}
