/**
 * Takes the screenshots of docs/merchant.md: runs a demo shop in a temporary folder, seeds a day's orders, signs the owner in,
 * and captures the screens, most on a phone and some on a desktop. Each run writes the same files to docs/images/merchant.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, devices } from '@playwright/test';
import { ensureChromium } from '../../scripts/browsers.ts';
import { openAnotherShop } from '../../tests/e2e/support/shop-process.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { openCamera } from './camera.ts';
import { screenshotDashboard } from './dashboard.ts';
import { screenshotOrders, signIn } from './orders.ts';
import { screenshotOtherScreens } from './other-screens.ts';
import { seedOneDay } from './prepare-day.ts';
import { screenshotProducts } from './products.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'docs', 'images', 'merchant');

const { userAgent } = devices['Pixel 7'];
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent,
};
const desktop = { viewport: { width: 1440, height: 900 } };

removeStaleTempFolders();
const dataDir = makeTempFolder('screenshots');
const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1' });
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: ensureChromium(), args: asRoot });
try {
  const camera = openCamera(folder);
  const shopper = await openBrowserPage(browser, desktop);
  const day = await seedOneDay(shopper);
  const page = await openBrowserPage(browser, phone);
  const owner = await signIn(camera, page);
  await screenshotOrders(camera, page, owner, day);
  await screenshotProducts(camera, page);
  await screenshotOtherScreens(camera, page, owner);
  await screenshotDashboard(camera, await openBrowserPage(browser, desktop), owner, day);
  process.stdout.write(`${camera.captured.length} screenshots are in ${path.relative(root, folder)}.\n`);
} finally {
  await browser.close();
  await shop.stop();
  rmSync(dataDir, { recursive: true });
}

/** Opens a page in a new browser context, without animations. */
async function openBrowserPage(of: Browser, size: BrowserContextOptions) {
  const context = await of.newContext({
    ...size,
    baseURL: shop.url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}
