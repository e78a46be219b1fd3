/** Steps of the tests about the shop's content in the admin. */
import type { Page } from '@playwright/test';
import type { AdminContent } from '../../../app/admin/content/contract.ts';
import { expect } from './test.ts';

export const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
export const saved = (page: Page) => page.getByText('Saved. The change is live in the shop.').first();

type Headers = Record<string, string>;

export async function readContent(page: Page, headers: Headers): Promise<AdminContent> {
  return (await page.request.get('/api/admin/content', { headers })).json();
}

/** Saves a part of the content through the API. */
export async function putContent(page: Page, headers: Headers, part: string, data: object): Promise<void> {
  const response = await page.request.put(`/api/admin/content/${part}`, { headers, data });
  expect(response.status(), await response.text()).toBe(200);
}

/** Waits until the home page shows a text. `npm run drill` measures how long that takes. */
export async function waitForHomePageText(page: Page, text: string): Promise<void> {
  await expect(async () => {
    const response = await page.request.get('/');
    expect(await response.text()).toContain(text);
  }).toPass({ timeout: 10_000, intervals: [50] });
}
