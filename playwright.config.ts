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
  // without a window does not know its network, and would fetch images ahead as far below the screen as on the
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
  // Some tests wait for timers of the shop, so two workers do not use two processors completely.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 5000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Writing a trace takes a third of the time of each test, so it is off by default.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...quietly, ...asRoot] },
  },
  // A test runs at the width of a phone unless it is tagged: “@desktop” runs at the width of a desktop, and
  // “@both” at both widths, because the layout affects it, or because it is a main flow.
  // Tests with a separate shop run last in each project. Most of them are in the project "desktop", which runs first:
  // while they run one after the other, the tests of the phone use the other processor.
  projects: [
    {
      name: 'desktop',
      grep: /@(desktop|both)/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // A scale of 2 draws four times as many points. Tests of image sizes set their own scale.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
});
