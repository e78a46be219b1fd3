import { rmSync } from 'node:fs';
import { request as newRequest } from '@playwright/test';
import { type AnotherShop, openAnotherShop, seededFolder } from './shop-process.ts';
import { liftLimits, signInFirstOwner } from './staff.ts';
import { test } from './test.ts';

const named = new Map<string, ReturnType<typeof extend>>();

/**
 * Returns the `test` function for tests that need their own shop, because their changes would affect other tests. Files that pass
 * the same name share one shop per worker. Starting a shop takes as much processor time as five tests.
 */
export function inOwnShop(name: string, settings: NodeJS.ProcessEnv = {}) {
  const test = named.get(name) ?? extend(name, settings);
  named.set(name, test);
  return test;
}

function extend(name: string, settings: NodeJS.ProcessEnv) {
  return test.extend<object, { ownShop: AnotherShop }>({
    ownShop: [
      async ({ browserName: _ }, use) => {
        const dataDir = seededFolder(name);
        const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1', ...settings });
        const api = await newRequest.newContext({ baseURL: shop.url });
        await signInFirstOwner(api);
        await liftLimits(api);
        await api.dispose();
        await use(shop);
        await shop.stop();
        rmSync(dataDir, { recursive: true });
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ ownShop }, use) => use(ownShop.url),
  });
}
