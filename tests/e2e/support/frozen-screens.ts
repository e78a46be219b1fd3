/** What a screen says, in a form that is the same in every run, and a picture of it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { flushPageTasks } from './open-page.ts';
import { expect } from './test.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'frozen', 'screens');
const widths = [
  [390, 844],
  [1440, 900],
] as const;

/** The names of the screens that are recorded. */
export const recordedScreens = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .sort();

/** A screen's name as a file: `/search?query=khadi` becomes `search-query-khadi`. */
export const fileNameOf = (address: string): string =>
  decodeURIComponent(address)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'home';

/**
 * Compares the screen that is open with what is recorded under the name: its title and text at the width of a phone,
 * the text at a desk's width where that differs, the labels, and, for shoppers, where its links lead. FREEZE=1 records
 * it. Where FROZEN_PICTURES names a folder, pictures of both widths are put there.
 */
export async function expectFrozen(page: Page, name: string, { withLinks = true } = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(folder, `${name}.txt`);
  if (process.env.FREEZE) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, await untilStill(() => described(page, withLinks)));
  }
  const recorded = readFileSync(file, 'utf8');
  await expect.poll(() => described(page, withLinks), { timeout: 10_000 }).toBe(recorded);
  if (process.env.FROZEN_PICTURES) await takeImages(page, path.join(process.env.FROZEN_PICTURES, name));
}

/** Some parts are shown at one width only, which the page's script decides after the next frame. */
async function letLayoutFollow(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await flushPageTasks(page);
}

/** What two readings in a row agree on. */
async function untilStill(read: () => Promise<string>): Promise<string> {
  let last = await read();
  await expect(async () => {
    const before = last;
    last = await read();
    expect(last).toBe(before);
  }).toPass({ intervals: [400], timeout: 10_000 });
  return last;
}

async function described(page: Page, withLinks: boolean): Promise<string> {
  const texts: string[] = [];
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await letLayoutFollow(page);
    texts.push(...(await page.locator('body').allInnerTexts()));
  }
  const [phoneText = '', desktopText = ''] = texts.map(withoutChange);
  const { labels, links } = await page.evaluate(() => {
    const valuesOf = (attribute: string) =>
      [...document.querySelectorAll(`body [${attribute}]`)].map((one) => one.getAttribute(attribute) ?? '');
    return {
      labels: ['aria-label', 'placeholder', 'alt', 'title'].flatMap(valuesOf),
      links: valuesOf('href'),
    };
  });
  const parts = [
    `# ${withoutChange(await page.title())}`,
    phoneText,
    ...(desktopText === phoneText ? [] : ['# At a desk', desktopText]),
    '# Labels',
    listed(labels),
    ...(withLinks ? ['# Links', listed(links)] : []),
  ];
  return `${parts.join('\n')}\n`;
}

const listed = (values: string[]) =>
  [...new Set(values.filter(Boolean).map(withoutChange))].sort().join('\n');

const months = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

/** What another day, another run or another build changes, and what stands for it. */
const changing: [RegExp, string][] = [
  [
    new RegExp(`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\\d{1,2} ${months},?(?: \\d{4})?`, 'g'),
    '{date}',
  ],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, '{date}'],
  [/\b\d{1,2}:\d\d(?::\d\d)?\s?[ap]m\b/gi, '{time}'],
  [/© 2025(?:–\d{4})?/g, '© {years}'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '{id}'],
  [/(?<=(?:\/|%2F)shared(?:\/|%2F))[\w-]{22}/g, '{key}'],
  [/\bPC\d{12}\b/g, '{parcel}'],
  [/(?<=\bstaff )[0-9a-f]{8}\b/g, '{id}'],
  [/(?<=\/assets\/)[\w.-]+/g, '{file}'],
  [/until=\d+&by=[\w-]+/g, '{signature}'],
  [/http(?::\/\/|%3A%2F%2F)127\.0\.0\.1(?::|%3A)\d+/g, '{shop}'],
  // A date of this year and one of another are followed by a comma or not.
  [/\{date\},? \{time\}/g, '{moment}'],
  // On which days the seeded orders were sold depends on the hour.
  [/(?:\{date\} \d+ ₹[\d,]+\n)+/g, '{sales of each day}\n'],
];

function withoutChange(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  const plain = lines.filter(Boolean).join('\n');
  return changing.reduce((left, [pattern, mark]) => left.replaceAll(pattern, mark), plain);
}

async function takeImages(page: Page, name: string): Promise<void> {
  mkdirSync(path.dirname(name), { recursive: true });
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.allSettled(images.map((image) => image.decode()));
  });
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await letLayoutFollow(page);
    await hideChange(page);
    await page.screenshot({ path: `${name}-${width}.png`, fullPage: true, animations: 'disabled' });
  }
}

/** What changes from run to run, replaced on the screen too: a time of another length may need another line. */
async function hideChange(page: Page): Promise<void> {
  const patterns = changing.map(([{ source, flags }, mark]) => ({ source, flags, mark }));
  await page.evaluate((marks) => {
    for (const time of document.querySelectorAll('body time')) time.textContent = '{time}';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const written = text.nodeValue ?? '';
      const same = marks.reduce(
        (left, { source, flags, mark }) => left.replaceAll(new RegExp(source, flags), mark),
        written,
      );
      if (same !== written) text.nodeValue = same;
    }
  }, patterns);
}
