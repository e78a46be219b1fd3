import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../../scripts/browsers.ts';
import { waitForHydration } from '../../tests/e2e/support/open-page.ts';

/** A cheap phone on a slow network: a CPU four times slower than this machine's, 1.6 Mbit/s, and a round-trip time of 150 ms. */
const slowPhone = { processor: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };

export const pages = [
  { what: 'home', path: '/' },
  { what: 'category', path: '/Sarees' },
  { what: 'product', path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { what: 'cart', path: '/cart' },
] as const;

/** Measurements of a first visit: times in milliseconds since the navigation, and transferred sizes in bytes. */
export type FirstView = {
  largestPaint: number;
  /** Time at which the last task above 50 ms ends. */
  lastLongTaskEnd: number;
  /** Cumulative layout shift. */
  shift: number;
  script: number;
  total: number;
};

/** Number of visits per page. The result is the median. */
const visits = 5;

/** Opens each page on the slow phone, with an empty browser cache. */
export async function measureFirstViews(url: string, reducedData = false): Promise<Map<string, FirstView>> {
  const rounds: Map<string, FirstView>[] = [];
  for (let round = 0; round < visits; round++) rounds.push(await visitEach(url, reducedData));
  const medianOf = (what: string, part: keyof FirstView) =>
    rounds.map((views) => views.get(what)?.[part] ?? 0).toSorted((one, other) => one - other)[
      Math.floor(visits / 2)
    ] ?? 0;
  return new Map(
    pages.map(({ what }) => [
      what,
      {
        largestPaint: medianOf(what, 'largestPaint'),
        lastLongTaskEnd: medianOf(what, 'lastLongTaskEnd'),
        shift: medianOf(what, 'shift'),
        script: medianOf(what, 'script'),
        total: medianOf(what, 'total'),
      },
    ]),
  );
}

async function visitEach(url: string, reducedData: boolean): Promise<Map<string, FirstView>> {
  const views = new Map<string, FirstView>();
  await withPhoneBrowser(reducedData, async (withPhonePage) => {
    for (const { what, path: pagePath } of pages) {
      for (let tries = 0; tries < 60 && !(await hasAllVariants(withPhonePage, url + pagePath)); tries++);
      await withPhonePage(async (page) => {
        views.set(what, await measureView(page, url + pagePath));
      });
    }
  });
  return views;
}

/** Opens a page in a new browser context and calls `visit` with the page. */
export type WithPhonePage = (visit: (page: Page) => Promise<void>) => Promise<void>;

/** Runs `work` with a browser that emulates a phone. Each page has its own context without cache and storage. */
export async function withPhoneBrowser(
  reducedData: boolean,
  work: (withPhonePage: WithPhonePage) => Promise<void>,
): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(), args: asRoot });
  try {
    await work(async (visit) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        locale: 'en-IN',
        ...(reducedData ? { extraHTTPHeaders: { 'save-data': 'on' } } : {}),
      });
      await visit(await context.newPage());
      await context.close();
    });
  } finally {
    await browser.close();
  }
}

/**
 * True if every image of a page is delivered as AVIF. The first request for an image generates its variants and gets a larger
 * format.
 */
async function hasAllVariants(withPhonePage: WithPhonePage, url: string): Promise<boolean> {
  const formats = new Set<string | undefined>();
  await withPhonePage(async (page) => {
    page.on('response', (response) => {
      if (response.url().includes('/uploads/')) formats.add(response.headers()['content-type']);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
  });
  return [...formats].every((format) => !format?.startsWith('image/') || format === 'image/avif');
}

/** Slows a page down as on the {@link slowPhone}. Returns the session of the DevTools protocol. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.processor });
  const bytesPerSecond = slowPhone.bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowPhone.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  return session;
}

const Paints = z.object({ largestPaint: z.number(), lastLongTaskEnd: z.number(), shift: z.number() });

async function measureView(page: Page, url: string): Promise<FirstView> {
  const session = await slowDown(page);
  const kinds = new Map<string, string>();
  const pending = new Set<string>();
  let script = 0;
  let total = 0;
  session.on('Network.requestWillBeSent', ({ requestId }) => pending.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    total += encodedDataLength;
    if (kinds.get(requestId) === 'Script') script += encodedDataLength;
  });
  await page.addInitScript(watchPaints);
  await page.goto(url, { timeout: 60_000 });
  // Wait for the hydration and for an idle network, because the scripts start after the largest image.
  await waitForHydration(page);
  for (let idleChecks = 0; idleChecks < 10; idleChecks = pending.size === 0 ? idleChecks + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const paints = Paints.parse(await page.evaluate('window.paints'));
  return { ...paints, script, total };
}

/** Records the measurements of {@link FirstView} that only the browser knows. Runs in the page before the page's own scripts. */
function watchPaints() {
  const paints = { largestPaint: 0, lastLongTaskEnd: 0, shift: 0 };
  Object.assign(window, { paints });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    paints.largestPaint = startTime;
  });
  watch('longtask', ({ startTime, duration }) => {
    paints.lastLongTaskEnd = startTime + duration;
  });
  watch('layout-shift', (entry) => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
      paints.shift += Number(entry.value);
  });
}

/** Package of Lighthouse. It is installed only on request, because it is larger than all other packages together. */
const lighthouse = 'lighthouse@13.5.0';

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
});

/** The parts of the performance score. */
const performanceAudits = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index',
};

/** Returns Lighthouse's four scores of each page on a phone, out of 100. Returns undefined if Lighthouse cannot be installed. */
export function runLighthouse(url: string): Map<string, string> | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-lighthouse-'));
  const results = new Map<string, string>();
  try {
    for (const { what, path: pagePath } of pages) {
      const file = path.join(folder, `${what}.json`);
      const { status } = spawnSync(
        'npm',
        [
          ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url + pagePath],
          ...['--quiet', '--output=json', `--output-path=${file}`],
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
        ],
        { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROME_PATH: findChromium() } },
      );
      if (status !== 0) return undefined;
      const { categories, audits } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
      const scores = Object.entries(categories).map(
        ([name, { score }]) => `${name} ${Math.round((score ?? 0) * 100)}`,
      );
      const parts = Object.entries(performanceAudits).map(
        ([id, name]) => `${name} ${audits[id]?.displayValue ?? '?'}`,
      );
      results.set(what, `${scores.join(', ')} (${parts.join(', ')})`);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
