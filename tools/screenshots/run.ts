/**
 * Starts a demo shop in a temporary folder and captures the screenshot of README.md. Then adds a day's work, signs the owner in,
 * and captures the screenshots of docs/merchant.md. Most have the width of a phone, some that of a desktop. Each run overwrites
 * docs/images.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, devices } from '@playwright/test';
import { ensureChromium } from '../../scripts/browsers.ts';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { openAnotherShop } from '../../tests/e2e/support/shop-process.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { openCamera } from './camera.ts';
import { screenshotDashboard } from './dashboard.ts';
import { screenshotOrders, signIn } from './orders.ts';
import { screenshotOtherScreens } from './other-screens.ts';
import { seedOneDay } from './prepare-day.ts';
import { screenshotProducts } from './products.ts';
import { screenshotShopper } from './shopper.ts';

const root = path.join(import.meta.dirname, '..', '..');
const images = path.join(root, 'docs', 'images');

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
const dataDir = makeTempFolder('pictures');
const shop = await openAnotherShop({ DATA_DIR: dataDir, TRUSTED_PROXIES: '1' });
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: ensureChromium(), args: asRoot });
try {
  const desktopPage = await openOne(browser, desktop);
  await openPage(desktopPage, '/');
  await openCamera(images).capture(desktopPage, 'home');
  const folder = path.join(images, 'merchant');
  const camera = openCamera(folder);
  const day = await seedOneDay(desktopPage);
  await screenshotShopper(camera, await openOne(browser, phone), day);
  const page = await openOne(browser, phone);
  const owner = await signIn(camera, page);
  await screenshotOrders(camera, page, owner, day);
  await screenshotProducts(camera, page);
  await screenshotOtherScreens(camera, page, owner);
  await screenshotDashboard(camera, await openOne(browser, desktop), owner, day);
  process.stdout.write(`${camera.captured.length} pictures are in ${path.relative(root, folder)}.\n`);
} finally {
  await browser.close();
  await shop.stop();
  rmSync(dataDir, { recursive: true });
}

/** Opens a page with its own storage and without animations. */
async function openOne(of: Browser, size: BrowserContextOptions) {
  const context = await of.newContext({
    ...size,
    baseURL: shop.url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}
