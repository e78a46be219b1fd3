import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../../scripts/browsers.ts';
import { waitForHydration } from '../../tests/e2e/support/open-page.ts';

/** A phone of the cheap kind on a line of a small town: a processor four times slower, 1.6 Mbit/s, 150 ms there and back. */
const slowPhone = { processor: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };

export const pages = [
  { what: 'home', path: '/' },
  { what: 'category', path: '/Sarees' },
  { what: 'product', path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { what: 'cart', path: '/cart' },
] as const;

/** What a first visit sees: times in milliseconds since the address was opened, sizes in bytes as they were sent. */
export type FirstView = {
  largestPaint: number;
  /** When the last piece of work above 50 ms was over. */
  lastLongTaskEnd: number;
  /** By how much things moved: 0 is not at all. */
  shift: number;
  script: number;
  total: number;
};

/** How often each page is opened: the middle of them is told. */
const visits = 5;

/** Opens each page as somebody who has never been here, on the slow phone. */
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
    for (const { what, path: address } of pages) {
      for (let tries = 0; tries < 60 && !(await hasItsImages(withPhonePage, url + address)); tries++);
      await withPhonePage(async (page) => {
        views.set(what, await lookAt(page, url + address));
      });
    }
  });
  return views;
}

/** Does something on a page of a phone on which nobody has been anywhere. */
export type WithPhonePage = (visit: (page: Page) => Promise<void>) => Promise<void>;

/** A phone's browser, for as long as `work` takes. Each page is opened as by somebody new. */
export async function withPhoneBrowser(
  reducedData: boolean,
  work: (withPhonePage: WithPhonePage) => Promise<void>,
): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(), args: asRoot });
  try {
    await work(async (look) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        locale: 'en-IN',
        ...(reducedData ? { extraHTTPHeaders: { 'save-data': 'on' } } : {}),
      });
      await look(await context.newPage());
      await context.close();
    });
  } finally {
    await browser.close();
  }
}

/**
 * Whether every picture of a page came in its smallest form. An owner's pictures are made ahead; those of the
 * demonstration are made for the first who asks, who gets a larger form meanwhile.
 */
async function hasItsImages(withPhonePage: WithPhonePage, address: string): Promise<boolean> {
  const forms = new Set<string | undefined>();
  await withPhonePage(async (page) => {
    page.on('response', (response) => {
      if (response.url().includes('/uploads/')) forms.add(response.headers()['content-type']);
    });
    await page.goto(address, { waitUntil: 'networkidle' });
  });
  return [...forms].every((form) => !form?.startsWith('image/') || form === 'image/avif');
}

/** Makes a page as slow as on the {@link slowPhone}, and answers the line that tells of what it fetches. */
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

const Seen = z.object({ largestPaint: z.number(), lastLongTaskEnd: z.number(), shift: z.number() });

async function lookAt(page: Page, address: string): Promise<FirstView> {
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
  await page.goto(address, { timeout: 60_000 });
  // Its scripts begin after its largest picture: it is not over when nothing is asked for, but when it has woken as well.
  await waitForHydration(page);
  for (let idleChecks = 0; idleChecks < 10; idleChecks = pending.size === 0 ? idleChecks + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const seen = Seen.parse(await page.evaluate('window.seen'));
  return { ...seen, script, total };
}

/** Runs in the page, before anything of its own. */
function watchPaints() {
  const seen = { largestPaint: 0, lastLongTaskEnd: 0, shift: 0 };
  Object.assign(window, { seen });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.lastLongTaskEnd = startTime + duration;
  });
  watch('layout-shift', (entry) => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
      seen.shift += Number(entry.value);
  });
}

/** Installed when it is asked for: with all that it brings it is larger than everything else of the project together. */
const lighthouse = 'lighthouse@13.5.0';

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
});

/** What the mark for speed is made of. */
const speeds = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index',
};

/** Lighthouse's four marks of each page on a phone, of a hundred; `undefined` where it could not be fetched. */
export function runLighthouse(url: string): Map<string, string> | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-lighthouse-'));
  const marks = new Map<string, string>();
  try {
    for (const { what, path: address } of pages) {
      const file = path.join(folder, `${what}.json`);
      const { status } = spawnSync(
        'npm',
        [
          ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url + address],
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
      const parts = Object.entries(speeds).map(([id, name]) => `${name} ${audits[id]?.displayValue ?? '?'}`);
      marks.set(what, `${scores.join(', ')} (${parts.join(', ')})`);
    }
    return marks;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
