/**
 * Provides `story`, the vitest test with an open shop and one browser window. A story is one end-to-end test. The name of the
 * vitest project chooses the engine. A story fails if the engine reports a script error.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { test as base, expect, inject } from 'vitest';
import { type Engine, findEngine } from '../../../scripts/browsers.ts';
import type { Browser, Driver } from './driver.ts';
import { startFirefox } from './firefox-browser.ts';
import { Page } from './page.ts';
import { newProduct, type Product, stockOf } from './product.ts';
import { shopApi } from './shop-api.ts';
import { startWebKit } from './webkit-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
  }
}

function startEngine(engine: Engine): Promise<Browser> {
  const { programs, reason } = findEngine(engine);
  if (!programs) throw new Error(`${engine} cannot be started: ${reason}`);
  const { browser = '', driver = '', screen = '' } = programs;
  return engine === 'webkit' ? startWebKit({ driver, xvfb: screen }) : startFirefox(browser);
}

/** Saves a screenshot of the window after a failed story. */
async function saveScreenshot(driver: Driver, name: string) {
  mkdirSync('test-results', { recursive: true });
  writeFileSync(`test-results/${name.replace(/\W+/g, '-').slice(0, 80)}.png`, await driver.screenshot());
}

export const story = base
  .extend('engine', { scope: 'worker' }, () => inject('engine'))
  .extend('browser', { scope: 'worker' }, async ({ engine }, { onCleanup }) => {
    const browser = await startEngine(engine);
    onCleanup(() => browser.stop());
    return browser;
  })
  .extend('owner', () => inject('owner'))
  .extend('api', () => shopApi(inject('shopUrl')))
  .extend('page', async ({ browser, engine, api, task }, { onCleanup }) => {
    const driver = await browser.newWindow();
    onCleanup(async () => {
      if (task.result?.state === 'fail') await saveScreenshot(driver, `${engine} ${task.name}`);
      const errors = await driver.errors();
      await browser.closeWindow();
      expect(errors, 'errors in scripts').toEqual([]);
    });
    return new Page(driver, api.url);
  })
  .extend('product', ({ api, owner }) => newProduct(api, owner.token))
  .extend(
    'stock',
    ({ api, owner, product }) =>
      (of: Product = product) =>
        stockOf(api, owner.token, of),
  );

export { expect };
