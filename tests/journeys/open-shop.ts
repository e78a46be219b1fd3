import { rmSync } from 'node:fs';
import path from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import type { OfficePiece } from '../../shop/admin/pieces/contract.ts';
import { onLeash } from '../leash.ts';
import { freePort } from '../postgres-server.ts';
import { scratchFolder, sweepScratch } from '../scratch.ts';
import { stole } from './checkout-counter.ts';
import { firstOwner, signInFirstOwner } from './staff.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Opens the built shop, as `npm start` does, on a free port with a freshly planted world of its own. */
export default async function openShop() {
  sweepScratch();
  const dataDir = scratchFolder('shop');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const {
    DATABASE_URL: _database,
    SMTP_URL: _mail,
    PUBLIC_URL: _address,
    NODE_ENV: _mode,
    GOOGLE_CLIENT_ID: _google,
    SHOP_SECRET: _secret,
    ADMIN_EMAIL: _owner,
    WEB_CONCURRENCY: _processes,
    METRICS_TOKEN: _token,
    ...machine
  } = process.env;
  const shop = onLeash(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    // A story may come from an address of its own: `X-Forwarded-For` counts.
    environment: {
      ...machine,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '1',
    },
  });
  let words = '';
  for (const stream of [shop.child.stdout, shop.child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      words = (words + bytes.toString()).slice(-4000);
    });
  }
  const gone = new Promise<never>((_, reject) => {
    shop.child.once('exit', () => reject(new Error(`The shop did not open:\n${words}`)));
  });
  await Promise.race([gone, untilReady(`${url}/readyz`)]);
  process.env.SHOP_URL = url;
  const calls = await request.newContext({ baseURL: url });
  await signInFirstOwner(calls);
  await deliverStoles(calls);
  await calls.dispose();
  return async () => {
    gone.catch(() => undefined);
    await shop.stop();
    rmSync(dataDir, { recursive: true });
  };
}

/** The stole that stories order: more of it than they all take, so that no story sells another's. */
async function deliverStoles(calls: APIRequestContext): Promise<void> {
  const { headers } = firstOwner();
  const address = `/api/admin/pieces/${stole.proId}`;
  const { sizes }: OfficePiece = await (await calls.get(address, { headers })).json();
  const data = { size: sizes[0]?.id, change: 900, reason: 'new pieces came in' };
  const answer = await calls.post(`${address}/stock`, { headers, data });
  if (!answer.ok()) throw new Error(`The stoles did not come in: ${await answer.text()}`);
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
