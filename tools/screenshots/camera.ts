import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Maximum size of a screenshot in bytes, because the handbook is read on phones. */
const maxBytes = 60_000;

export type Camera = {
  /** Writes a screenshot of the page as `name`.webp. */
  capture(page: Page, name: string): Promise<void>;
  /** The names of the screenshots, in order. */
  captured: string[];
};

/** Creates a camera that writes screenshots to `folder`, in the best quality within the maximum size. */
export function openCamera(folder: string): Camera {
  mkdirSync(folder, { recursive: true });
  const captured: string[] = [];
  return {
    captured,
    capture: async (page, name) => {
      await waitUntilLoaded(page);
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const bytes = await compress(png);
      writeFileSync(path.join(folder, `${name}.webp`), bytes);
      captured.push(name);
    },
  };
}

/** Waits until the visible images and the fonts have loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.complete || !image.checkVisibility() || bottom < 0 || top > innerHeight;
    }),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function compress(png: Buffer): Promise<Buffer> {
  for (const quality of [82, 72, 62, 52, 42]) {
    const bytes = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= maxBytes) return bytes;
  }
  const { width } = await sharp(png).metadata();
  return sharp(png)
    .resize({ width: Math.round(width * 0.75) })
    .webp({ quality: 60, effort: 6 })
    .toBuffer();
}
