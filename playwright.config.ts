import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/browsers.ts';

const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A second --blink-settings replaces Playwright's own, so the first four settings repeat those. The last setting is for a
  // browser without a window, which does not know its network. It would fetch images as far below the screen as on the slowest
  // network. 1250 px is Chromium's distance on 4G.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,' +
    'lazyLoadingImageMarginPxUnknown=1250',
];

/** Turns off Chromium's sandbox for root, because the sandbox does not work for root. Containers often run as root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: './tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/support/open-shop.ts',
  fullyParallel: true,
  // Some tests wait for timers of the shop. Two workers would not use two processors fully.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 5000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Record a trace only on request, because recording takes a third of the time of every test.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...quietly, ...asRoot] },
  },
  // A test runs at the width of a phone by default. The tag '@desktop' runs it at the width of a desktop instead. The tag
  // '@both' runs it at both widths, because the layout affects the test or because the test is a main flow. Tests with their
  // own shop run last in each project, one after another. The desktop has most of these tests, so its project is first. The
  // phone's tests then use the other processor.
  projects: [
    {
      name: 'desktop',
      grep: /@(desktop|both)/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // A scale of 2 would draw four times the pixels. Tests about the choice of images set their own scale.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
});
