/** Chromium and Firefox, by WebDriver BiDi. */
import puppeteer, { type BrowserContext, type Browser as Puppet, type Page as Tab } from 'puppeteer-core';
import { startBrowser, untilWritten } from './browser-process.ts';
import type { Browser, Driver } from './driver.ts';
import { handlePageCommand } from './in-page.ts';

/** A phone's. */
const viewport = { width: 390, height: 844 };

/** A page that takes longer does not come. */
const navigationMs = 60_000;

const listening = /listening on (ws:\S+)/;

export async function startFirefox(program: string): Promise<Browser> {
  const firefox = startBrowser('firefox', program, (home) => [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    home,
    'about:blank',
  ]);
  const endpoint = `${await untilWritten(firefox, listening)}/session`;
  return connect(endpoint, firefox.stop);
}

export async function startChromium(program: string): Promise<Browser> {
  // Chromium's own sandbox does not work for root, as which containers run.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const chromium = startBrowser('chromium', program, (home) => [
    '--headless',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${home}`,
    ...asRoot,
    'about:blank',
  ]);
  return connect(await untilWritten(chromium, listening), chromium.stop);
}

async function connect(endpoint: string, stop: () => Promise<void>): Promise<Browser> {
  const browser: Puppet = await puppeteer.connect({
    browserWSEndpoint: endpoint,
    protocol: 'webDriverBiDi',
    defaultViewport: viewport,
  });
  let context: BrowserContext | undefined;
  return {
    newWindow: async () => {
      context = await browser.createBrowserContext();
      return driverOf(await context.newPage(), context);
    },
    closeWindow: async () => {
      await context?.close();
      context = undefined;
    },
    stop: async () => {
      await browser.disconnect();
      await stop();
    },
  };
}

/** True for a font whose download Firefox aborted because the story left the page (`NS_BINDING_ABORTED`). */
const isAborted = (text: string) =>
  text.startsWith('downloadable font:') && text.includes('status=2152398850');

function driverOf(tab: Tab, context: BrowserContext, errors: string[] = []): Driver {
  const known = new Set<Tab>([tab]);
  tab.setDefaultTimeout(navigationMs);
  const note = (text: string) => isAborted(text) || errors.push(text);
  tab.on('pageerror', (error) => note(error instanceof Error ? error.message : String(error)));
  tab.on('console', (message) => {
    // A refused request is written down too; whether it may be refused, the story knows.
    if (message.type() === 'error' && !/status of \d+/.test(message.text())) note(message.text());
  });
  return {
    goTo: async (url) => {
      await tab.goto(url, { waitUntil: 'domcontentloaded' });
    },
    back: async () => {
      await tab.goBack({ waitUntil: 'domcontentloaded' });
    },
    reload: async () => {
      await tab.reload({ waitUntil: 'domcontentloaded' });
    },
    url: () => tab.evaluate(() => location.href),
    execute: (requested) => tab.evaluate(handlePageCommand, requested),
    storage: (key, value) =>
      tab.evaluate(
        (name, written) => {
          if (written !== null) localStorage.setItem(name, written);
          return localStorage.getItem(name);
        },
        key,
        value ?? null,
      ),
    type: (text) => tab.keyboard.type(text),
    press: (key) => tab.keyboard.press(key),
    drag: async (from, to) => {
      if (to === from) return tab.mouse.click(from.x, from.y);
      await tab.mouse.move(from.x, from.y);
      await tab.mouse.down();
      await tab.mouse.move(to.x, to.y);
      await tab.mouse.up();
    },
    screenshot: () => tab.screenshot(),
    popups: async () => {
      const others = (await context.pages()).filter((page) => !known.has(page));
      return others.map((page) => driverOf(page, context, errors));
    },
    errors: async () => errors,
  };
}
