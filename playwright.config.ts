import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/browsers.ts';

const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The first four are Playwright's own, which a second --blink-settings would take away. The last one: a browser
  // without a window does not know its network, and would fetch pictures ahead as far below the screen as on the
  // slowest one; 1250 px are what Chromium takes on 4G.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,' +
    'lazyLoadingImageMarginPxUnknown=1250',
];

/** Chromium's own sandbox does not work for root, as which containers run. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: './tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/support/open-shop.ts',
  fullyParallel: true,
  // Some stories wait for timers of the shop, so two workers leave a part of two processors idle.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 5000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Writing one takes a third of the time of every story, so whoever looks for a fault asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...quietly, ...asRoot] },
  },
  // A story runs at the width of a phone, unless it is tagged: '@desktop' runs at the width of a desk instead, and
  // '@both' at both, because the layout takes part in what it looks at or presses, or because it is a main flow.
  // Stories with a shop of their own come last in each project. The desk has most of them, so it is the first: while
  // they run one after another, the phone's stories occupy the other core.
  projects: [
    {
      name: 'desktop',
      grep: /@(desktop|both)/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // A scale of 2 draws four times the points. Stories about which picture is fetched set it for themselves.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
});
