/** Launch options of the Chromium that runs the stories. */
import type { LaunchOptions } from '@playwright/test';
import { findChromium } from '../../../scripts/browsers.ts';

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The first four are Playwright's own, which a second `--blink-settings` would replace. The margin: a browser without a window does not
 * know its network, and would fetch images as far below the screen as on the slowest one; 1250 px are what Chromium uses on 4G.
 */
const settings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  'lazyLoadingImageMarginPxUnknown=1250',
];

/** Chromium's own sandbox does not work for root, the user of most containers. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** `images`: whether the browser loads images. Without them a page keeps its layout, because each image states its size. */
export function chromium({ images }: { images: boolean }): LaunchOptions {
  const blink = images ? settings : [...settings, 'imagesEnabled=false'];
  return {
    executablePath: findChromium(),
    args: [...args, `--blink-settings=${blink.join(',')}`, ...asRoot],
  };
}

/** For `test.use` at the top of a file whose stories look at images. */
export const withImages = { launchOptions: chromium({ images: true }) };
