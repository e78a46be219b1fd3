import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Maximum size of a screenshot in bytes. The limit is low, because the handbook is read on phones. */
const heaviest = 60_000;

export type Camera = {
  /** Writes a screenshot of the page to `name`.webp. */
  capture(page: Page, name: string): Promise<void>;
  /** The names of the screenshots in order. */
  captured: string[];
};

/** Writes screenshots into a folder, in the best quality that the size limit allows. */
export function openCamera(folder: string): Camera {
  mkdirSync(folder, { recursive: true });
  const taken: string[] = [];
  return {
    captured: taken,
    capture: async (page, name) => {
      await waitUntilStill(page);
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const bytes = await lightEnough(png);
      writeFileSync(path.join(folder, `${name}.webp`), bytes);
      taken.push(name);
    },
  };
}

/** Waits until the visible images and the fonts are loaded. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.complete || !image.checkVisibility() || bottom < 0 || top > innerHeight;
    }),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function lightEnough(png: Buffer): Promise<Buffer> {
  for (const quality of [82, 72, 62, 52, 42]) {
    const bytes = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= heaviest) return bytes;
  }
  const { width } = await sharp(png).metadata();
  return sharp(png)
    .resize({ width: Math.round(width * 0.75) })
    .webp({ quality: 60, effort: 6 })
    .toBuffer();
}
