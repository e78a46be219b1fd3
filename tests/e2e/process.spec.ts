/** The shop as a process: invalid settings, start and shutdown, stored data, and databases. */
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import path from 'node:path';
import { freePort, startPostgres } from '../engine/postgres-server.ts';
import { makeTempFolder } from '../engine/temp-folder.ts';
import {
  type AnotherShop,
  openAnotherShop,
  runShop,
  type ShopProcess,
  seededFolder,
} from './support/shop-process.ts';
import { test as base, expect } from './support/test.ts';

type Processes = {
  /** True if the data folder has been opened before. */
  isSeeded: boolean;
  /** A temporary folder for the shop's data. */
  dataDir: string;
  /** The processes that the test has started. It stops them at its end. */
  running: (ShopProcess | AnotherShop)[];
  /** Starts the built shop. */
  run(settings: NodeJS.ProcessEnv): ShopProcess;
  /** Starts the built shop and waits until the shop is open. */
  open(settings?: NodeJS.ProcessEnv): Promise<AnotherShop>;
};

const test = base.extend<Processes>({
  isSeeded: [true, { option: true }],
  dataDir: async ({ isSeeded }, use) => {
    const folder = isSeeded ? seededFolder('process') : makeTempFolder('process');
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  running: async ({ browserName: _ }, use) => {
    const running: Processes['running'] = [];
    await use(running);
    await Promise.all(running.map(({ stop }) => stop()));
  },
  run: ({ dataDir, running }, use) =>
    use((settings) => {
      const shop = runShop({ DATA_DIR: dataDir, ...settings });
      running.push(shop);
      return shop;
    }),
  open: ({ dataDir, running }, use) =>
    use(async (settings = {}) => {
      const shop = await openAnotherShop({ DATA_DIR: dataDir, ...settings });
      running.push(shop);
      return shop;
    }),
});

test.describe.configure({ timeout: 120_000 });

const message = { name: 'Asha', email: 'asha@example.com', message: 'Does the Ilkal come in green?' };

test('a running shop locks its data folder, and keeps messages and finishes downloads when it restarts', async ({
  dataDir,
  open,
  run,
  request,
}) => {
  const first = await open();
  const write = (url: string) => request.post(`${url}/api/reachus/send`, { data: message });

  await test.step('a second process on the same data folder exits and names the folder', async () => {
    const second = run({ PORT: '0' });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('Another shop process');
    expect(second.output()).toContain(dataDir);
    expect(second.output()).not.toContain('    at ');
  });

  await test.step('a shop finishes its downloads before it closes, and the next shop still has its messages', async () => {
    for (let sent = 0; sent < 5; sent++) expect((await write(first.url)).status()).toBe(200);
    const bytes = 32 * 1024 * 1024;
    writeFileSync(path.join(dataDir, 'uploads', 'slow.mp4'), Buffer.alloc(bytes));
    const download = await startDownload(`${first.url}/uploads/slow.mp4`);
    first.terminate();
    await expect(async () => {
      await expect(fetch(`${first.url}/healthz`)).rejects.toThrow();
    }).toPass();
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const second = run({ PORT: port });
    await expect.poll(second.output, { timeout: 20_000 }).toContain('Waiting for it…');
    expect(second.output()).not.toContain('Another shop process');
    let received = 0;
    for await (const chunk of download) received += Buffer.byteLength(chunk);
    expect(received).toBe(bytes);
    expect(await first.exited).toBe(0);
    // The second shop waits for the first one and then opens. It is the restarted shop.
    await expect.poll(second.output, { timeout: 20_000 }).toContain('Tanabana is running at');
    expect(second.output()).not.toContain('Loading the demo catalogue');
    // The rate limit of this address is already used up. The database stores its count.
    expect((await write(url)).status()).toBe(429);
    await expect(async () => {
      const emails = await (await request.get(`${url}/dev/mail`)).text();
      expect(emails.match(/A message from Asha/g)).toHaveLength(5);
    }).toPass();
  });
});

test.describe('a shop with an empty data folder', () => {
  test.use({ isSeeded: false });

  test('has texts but no products at its first start in production', async ({ open, request }) => {
    const shop = await open({
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:9',
      RAZORPAY_KEY_ID: 'rzp_test_0',
      RAZORPAY_KEY_SECRET: 'a test secret',
      RAZORPAY_WEBHOOK_SECRET: 'another test secret',
    });
    expect(shop.output()).toContain('without demo products or reviews');
    expect(await (await request.get(shop.url)).text()).toContain('tradition meets style');
    expect(await (await request.get(`${shop.url}/api/product/get-all`)).json()).toEqual([]);
    expect((await request.get(`${shop.url}/uploads/tb-sar-001-1.jpg`)).status()).toBe(404);
  });

  test('that is stopped during its first start opens and then closes', async ({ run }) => {
    const shop = run({ PORT: '0' });
    await expect.poll(shop.output, { timeout: 60_000 }).toContain('Loading the demo catalogue');
    shop.terminate();
    expect(await shop.exited).toBe(0);
    expect(shop.output()).toContain('Tanabana is running at');
    expect(shop.output().split('\n').filter(Boolean).length).toBeLessThanOrEqual(12);
  });
});

test('the built shop runs on a PostgreSQL server behind a TLS proxy', async ({
  open,
  run,
  request,
  baseURL,
}) => {
  const postgres = await startPostgres();
  try {
    const DATABASE_URL = postgres.urlOf('postgres');
    const shop = await open({ DATABASE_URL, PUBLIC_URL: 'https://shop.test' });

    await test.step('the shop serves pages and accepts a message', async () => {
      const listing = await (await request.get(`${shop.url}/Sarees`)).text();
      expect(listing).toContain('Gulnar Banarasi Katan Silk Saree');
      const sent = await request.post(`${shop.url}/api/reachus/send`, { data: message });
      expect(await sent.json()).toMatchObject({ success: true });
    });

    await test.step('the shop accepts a form from its own origin only', async () => {
      const post = (origin: string) =>
        fetch(`${shop.url}/reach-us`, {
          method: 'POST',
          headers: { origin },
          body: new URLSearchParams(message),
          redirect: 'manual',
        });
      expect((await post('https://shop.test')).status).toBe(303);
      expect((await post('https://evil.example')).status).toBe(400);
    });

    await test.step("the shop keeps an idle connection longer than the proxy's minute", async () => {
      const response = await fetch(`${shop.url}/api/product/filter`);
      expect(response.headers.get('keep-alive')).toBe('timeout=65');
    });

    await shop.stop();
    await test.step('a shop whose port is in use names the port and exits', async () => {
      const { port } = new URL(baseURL ?? '');
      for (const database of [
        {},
        { DATABASE_URL, WEB_CONCURRENCY: '1' },
        { DATABASE_URL, WEB_CONCURRENCY: '2' },
      ]) {
        const refused = run({ PORT: port, ...database });
        expect(await refused.exited).toBe(1);
        expect(refused.output()).toContain(`Another program is listening at 127.0.0.1:${port}`);
        expect(refused.output()).toContain('choose another PORT');
        expect(refused.output()).not.toContain('    at ');
      }
    });
  } finally {
    await postgres.stop();
  }
});

/** Requests a URL without reading the body of the response. */
function startDownload(address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sendRequest(address, resolve).once('error', reject).end();
  });
}
