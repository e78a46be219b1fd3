import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

type Product = { productName: string; createdAt: string; url: string; video: string | null };

const listProducts = async (page: Page): Promise<Product[]> =>
  (await page.request.get('/api/product/get-all')).json();
const rail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const latest = (page: Page) => rail(page, 'Latest Products').getByRole('article');

test('the home page links to each category in a row of images and, on phones, in a row of links [S-HOME-01 S-HOME-02 S-GEN-05 S-RT-07 S-HOME-07 S-GEN-06]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, '/');
  const strip = page.getByRole('main').getByRole('navigation', { name: 'Categories' });
  if (!isMobile) await expect(strip).toBeHidden();
  else {
    for (const [name, to] of [
      ['Sarees', '/Sarees'],
      ['Suits', '/Suits'],
      ['Co-Ord Sets', '/CoOrdSets'],
      ['Dupattas', '/Dupattas'],
      ['Stoles', '/Stoles'],
    ] as const) {
      await expect(strip.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
    }
  }

  const categories = page.getByRole('main').getByRole('region', { name: 'Categories', exact: true });
  await categories.scrollIntoViewIfNeeded();
  await expect(categories.getByRole('article')).toHaveCount(5);
  const last = categories.getByRole('article').last();
  if (isMobile) await categories.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  else {
    await expect(last).not.toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Next: Categories' }).click();
  }
  await expect(last).toBeInViewport({ ratio: 1 });
  if (!isMobile)
    await expect(page.getByRole('button', { name: 'Next: Categories' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  await last.getByRole('link').click();
  await expect(page).toHaveURL('/Stoles');
  if (!isMobile) return;
  await page.goBack();
  await expect(page).toHaveURL('/');
  await strip.getByRole('link', { name: 'Co-Ord Sets' }).tap();
  await expect(page).toHaveURL('/CoOrdSets');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Co-Ord Sets/);
});

test('each section of the home page shows the shop’s products and links to them [S-RT-01 S-GEN-04 S-HOME-06 S-HOME-08 S-HOME-09 S-HOME-15 S-HOME-16 S-CONST-10 S-HOME-19 S-HOME-20 S-HOME-21]', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(/Tanabana/);
  await expect(page.getByRole('heading', { level: 1, name: 'tradition meets style' })).toBeVisible();
  const all = await listProducts(page);
  const newest = all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 8);
  const slides = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two places to start' }) })
    .getByRole('article');

  await test.step('the popular collection has four tiles [S-HOME-08 S-HOME-09]', async () => {
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Popular Collection' }) });
    const tiles = section.getByRole('link', { name: /\d+ pieces?$/ });
    await expect(tiles).toHaveCount(4);
    const listings = await tiles.evaluateAll((links) => links.map((tile) => tile.getAttribute('href')));
    expect(listings).toEqual(['/Sarees', '/Suits', '/CoOrdSets', '/Dupattas']);
  });

  await test.step('Made to Belong shows a muted video that loops and can be paused [S-HOME-06]', async () => {
    const video = page.locator('figure video');
    const isPlaying = () =>
      video.evaluate((element) => element instanceof HTMLVideoElement && !element.paused);
    await page.getByRole('heading', { name: 'Made to Belong' }).scrollIntoViewIfNeeded();
    for (const always of ['muted', 'loop', 'playsInline']) await expect(video).toHaveJSProperty(always, true);
    await expect(video).toHaveJSProperty('controls', false);
    await expect(page.locator('figure source').last()).toHaveAttribute('src', /^\/uploads\/.+\.mp4$/);
    await video.scrollIntoViewIfNeeded();
    await expect.poll(isPlaying).toBe(true);
    await page.getByRole('button', { name: 'Pause the video', exact: true }).click();
    await expect.poll(isPlaying).toBe(false);
  });

  await test.step('the strip of videos shows only products with a video [S-HOME-20 S-HOME-21]', async () => {
    const withVideo = all.filter(({ video }) => video && !/^(null|undefined)$/.test(video));
    const videos = rail(page, 'Pieces with a video');
    expect(withVideo.length).toBeGreaterThan(0);
    const names = await videos.getByRole('heading').allInnerTexts();
    expect(names.sort()).toEqual(withVideo.map(({ productName }) => productName).sort());
    for (const { video } of withVideo) {
      await expect(videos.locator(`source[src="/uploads/${video}"]`)).toHaveCount(1);
    }
  });

  await test.step('the 8 newest products link to their pages [S-HOME-15 S-HOME-16 S-CONST-10]', async () => {
    await expect(latest(page).getByRole('heading')).toHaveText(newest.map(({ productName }) => productName));
    const links = await latest(page)
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((anchors) => anchors.map((link) => link.getAttribute('href')));
    expect(links).toEqual(newest.map(({ url }) => url));
  });

  await test.step('two slides of collections link to their collections [S-HOME-19]', async () => {
    await expect(slides).toHaveCount(2);
    await expect(slides.first().getByRole('link')).toHaveAttribute('href', '/fabric/Zari');
    await slides.last().getByRole('link').click();
    await expect(page).toHaveURL('/Sarees?color=Indigo');
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  await test.step('a new product links to its page [S-HOME-16]', async () => {
    await page.goBack();
    await expect(page).toHaveURL('/');
    await latest(page).first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(newest[0]?.url ?? '');
  });
});

test('the home page shows Quick View of a product on hover, the stores on a map, and the reviews [S-HOME-17 S-HOME-18 S-HOME-22…26 S-HOME-27]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await context.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'A map' }));
  await openPage(page, '/');
  const product = latest(page).first();
  const name = (await product.getByRole('heading').textContent()) ?? '';
  await product.hover();
  await expect(product.locator('img').nth(1)).toHaveCSS('opacity', '1');
  await product.getByRole('button', { name: 'Quick View' }).click();
  const view = page.getByRole('dialog', { name, exact: true });
  await expect(view.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Visit our store' }) });
  for (const city of ['Jaipur', 'Delhi']) {
    const opening = page.waitForEvent('popup');
    await section.getByRole('link', { name: city }).click();
    const map = await opening;
    expect(map.url()).toContain(city);
    expect(await map.evaluate(() => window.opener === null)).toBe(true);
    await map.close();
  }
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: "Customer's Review" })).toBeVisible();
  const gulnarReview = rail(page, "Customer's Review")
    .getByRole('link')
    .filter({ hasText: 'The zari has a quiet shine' });
  await expect(gulnarReview.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  await expect(gulnarReview).toContainText('Ananya, Pune');
  await expect(gulnarReview.locator('blockquote')).toContainText('it kept its pleats all evening.');
  await gulnarReview.click();
  await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
});

test.describe('the home page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows its images, text, categories and newest products [S-GEN-01 S-HOME-03 S-HOME-04 S-CONST-10]', async ({
    page,
  }) => {
    const images = rail(page, 'Our fabrics').getByRole('region', { name: 'Pictures' });
    const html = (await (await page.goto('/'))?.text()) ?? '';
    const from = html.indexOf('aria-label="Pictures"');
    const tags = html.slice(from, html.indexOf('</section>', from)).match(/<img [^>]*>/g) ?? [];
    const files = tags.map((image) => / src="[^"]*?([\w-]+\.jpg)/.exec(image)?.[1]);
    const [banner]: Record<string, string | null>[] = await (
      await page.request.get('/api/first-banner/')
    ).json();
    const inBanner = [1, 2, 3, 4, 5].flatMap((at) => banner?.[`img${at}`] ?? []);
    expect(files).toEqual(inBanner);
    expect(files).toHaveLength(5);
    for (const image of tags) expect(image).toMatch(/ alt="[^"]*\w/);
    const last = images.getByRole('img').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();

    await expect(page.getByRole('main')).toContainText('made by hand');
    await expect(latest(page)).toHaveCount(8);
    await expect(page.getByRole('button', { name: /Pause|Play|Next|Previous/ }).first()).toBeHidden();
    await expect(latest(page).first().getByText('Quick View')).toHaveCount(0);
    // Without scripts a video has the browser's controls, which cover its poster.
    await expect(page.locator('main video').filter({ visible: true })).toHaveCount(0);
    await latest(page).first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
  });
});
