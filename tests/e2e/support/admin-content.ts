/** The shop window in the back office, and how soon shoppers see what was saved there. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
export const saved = (page: Page) => page.getByText('Saved. The change is live in the shop.').first();

/** Waits until the home page shows it; how soon that is, is measured by `npm run drill`. */
export async function waitForHomePageText(page: Page, text: string): Promise<void> {
  await expect(async () => {
    const response = await page.request.get('/');
    expect(await response.text()).toContain(text);
  }).toPass({ timeout: 10_000, intervals: [50] });
}

/** Gives the first picture of the hero that is called so another file, other words and a link of its own. */
export async function changeSlide(
  page: Page,
  { name, file, alt, label, link }: { name: string; file: string; alt: string; label: string; link: string },
  inspect: () => Promise<void> = async () => {},
) {
  const hero = form(page, 'Hero');
  await hero.getByRole('button', { name: `Change ${name}` }).click();
  await hero.getByRole('button', { name: /^Replace/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await expect(
    dialog.getByRole('list', { name: 'Uploaded files' }).getByRole('button').first(),
  ).toBeVisible();
  await inspect();
  const imported = page.waitForResponse('**/api/admin/upload/content/images');
  await dialog.getByLabel('Upload a new file').setInputFiles(file);
  // The shop makes the picture its own before it answers.
  await imported;
  await expect(dialog).toBeHidden();
  await hero.getByLabel('Description of the picture').fill(alt);
  await hero.getByLabel('Button text').fill(label);
  await hero.getByLabel('Link').fill(link);
}
