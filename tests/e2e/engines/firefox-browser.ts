/** Firefox, driven by WebDriver BiDi. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import puppeteer, { type Page as Tab } from 'puppeteer-core';
import { startBrowser, untilWritten } from './browser-process.ts';
import type { Browser, Driver } from './driver.ts';
import { handlePageCommand } from './in-page.ts';

/** Viewport of a phone. */
const viewport = { width: 390, height: 844 };

/** Navigation timeout in milliseconds. */
const navigationMs = 60_000;

const listening = /listening on (ws:\S+)/;

/**
 * Stops Firefox from starting a process for the next page in advance. Such a start costs as much processor time as loading a page
 * of the shop.
 */
const preferences = 'user_pref("dom.ipc.processPrelaunch.enabled", false);\n';

export async function startFirefox(program: string): Promise<Browser> {
  const firefox = startBrowser('firefox', program, (home) => {
    writeFileSync(path.join(home, 'user.js'), preferences);
    return ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home, 'about:blank'];
  });
  const browser = await puppeteer.connect({
    browserWSEndpoint: `${await untilWritten(firefox, listening)}/session`,
    protocol: 'webDriverBiDi',
    defaultViewport: viewport,
  });
  // All stories share one browser context, because a new context would load scripts and images again.
  const context = browser.defaultBrowserContext();
  const [first] = await context.pages();
  const opened = async () => (await context.pages()).filter((tab) => tab !== first);
  return {
    newWindow: async () => driverOf(await context.newPage(), opened),
    closeWindow: async () => {
      for (const tab of await opened()) await closeTab(tab);
    },
    stop: async () => {
      await browser.disconnect();
      await firefox.stop();
    },
  };
}

/** Closes a tab and deletes the storage of its pages. Ignores the error of an empty tab, which has no storage. */
async function closeTab(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    try {
      localStorage.clear();
    } catch {}
  });
  await tab.close();
}

/** True for a font whose download Firefox aborted because the story left the page (`NS_BINDING_ABORTED`). */
const isAborted = (text: string) =>
  text.startsWith('downloadable font:') && text.includes('status=2152398850');

function driverOf(tab: Tab, opened: () => Promise<Tab[]>, errors: string[] = []): Driver {
  tab.setDefaultTimeout(navigationMs);
  const note = (text: string) => isAborted(text) || errors.push(text);
  tab.on('pageerror', (error) => note(error instanceof Error ? error.message : String(error)));
  tab.on('console', (message) => {
    // Firefox logs failed requests too. The story decides which requests may fail.
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
    close: () => tab.close(),
    popups: async () => {
      const others = (await opened()).filter((page) => page !== tab);
      return others.map((page) => driverOf(page, opened, errors));
    },
    errors: async () => errors,
  };
}
