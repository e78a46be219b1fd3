/** The product page. */
import type { Page } from '@playwright/test';
import { flushPageTasks, openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const ponni = '/Sarees/ponni-kanjivaram-silk-saree/TB-SAR-002';
/** A product with twelve units in stock. */
const harita = '/Sarees/harita-kota-doria-saree/TB-SAR-004';

const images = (page: Page) => page.getByRole('list', { name: 'Pictures' });
/** True if the row has scrolled to its end. A button can move away from a click while the row scrolls. */
const isAtEnd = (row: Element) => row.scrollWidth - row.clientWidth - row.scrollLeft < 1;
/** Finds the link to an image: a thumbnail on a wide screen, a short line on a phone. */
const thumb = (page: Page, number: number) =>
  page.getByRole('link', { name: new RegExp(`^Picture ${number}: `) });
const stepper = (page: Page) => page.getByRole('group', { name: 'Quantity' });
const howMany = (page: Page) => page.getByRole('spinbutton', { name: 'How many' });
const addToCart = (page: Page) => page.locator('form').getByRole('button', { name: 'Add to Cart' });
const inCart = (page: Page) => page.locator('form').getByRole('button', { name: 'In your cart' });

test('a product page shows the price, facts and related products [S-RT-10 S-RT-12 S-PDP-05…08 S-PDP-14…17 S-PDP-20 S-CONST-02…04 S-CONST-07 S-CONST-15]', async ({
  page,
}) => {
  await openPage(page, gulnar);
  const main = page.getByRole('main');
  await test.step('the price includes all taxes, and the higher MRP is struck through [S-PDP-06 S-PDP-07]', async () => {
    await expect(main.getByText('₹24,800').first()).toBeVisible();
    await expect(main.getByText('Including all taxes')).toBeVisible();
    const struck = main.locator('s').first();
    await expect(struck).toHaveText('MRP ₹28,500');
    await expect(struck).toHaveCSS('text-decoration-line', 'line-through');
  });

  await test.step('each line of the description is a bold label and its value [S-PDP-08]', async () => {
    const cloth = page.getByRole('region', { name: 'The cloth' });
    await expect(cloth.getByRole('term')).toHaveText([
      ...['Fabric', 'Craft', 'Weave', 'Length', 'Blouse piece', 'Care', 'Origin', 'Time to make'],
      "Weaver's note",
    ]);
    await expect(cloth.getByRole('term').nth(5)).toHaveCSS('font-weight', '600');
    await expect(cloth.getByRole('definition').nth(5)).toContainText('Dry clean; store folded in muslin');
  });

  await test.step('shipping, returns, seller and cash on delivery are beside the button [S-PDP-14…17]', async () => {
    for (const fact of [
      'Free shipping on every order, for now.',
      'India 3–5 working days. Abroad 5–10, and shipping is extra.',
      'Return available for 7 days after delivery',
      'Sold by Tanabana',
      'cash on delivery',
    ])
      await expect(page.getByRole('listitem').filter({ hasText: fact })).toBeVisible();
    await expect(page.getByText('Seller:')).toHaveCount(0);
  });

  await test.step('a row of other products of the category scrolls by keyboard', async () => {
    const row = page.getByRole('region', { name: 'You may also like' });
    await expect(row.locator('h3 a[href^="/Sarees/"]').nth(3)).toBeAttached();
    await expect(row.locator(`h3 a:is(:not([href^="/Sarees/"]), [href="${gulnar}"])`)).toHaveCount(0);
    await expect(row).toHaveAttribute('tabindex', '0');
    await row.press('ArrowRight');
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  await test.step('the email and phone links of the product information are tall enough for a finger', async () => {
    const links = page.getByRole('region', { name: 'Product information' }).getByRole('link');
    await expect(links).toHaveCount(2);
    for (const link of await links.all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  });
});

test('an image of the gallery grows under the mouse, and a press opens it on the whole screen [S-PDP-01 S-PDP-02 S-PDP-03]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, ponni);
  await expect(images(page).getByRole('listitem')).toHaveCount(4);
  await expect(thumb(page, 5)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /the video/ })).toHaveCount(0);
  if (!isMobile) {
    const image = images(page).getByRole('img').first();
    await expect(image).toHaveCSS('scale', 'none');
    await image.hover();
    await expect(image).toHaveCSS('scale', '2');
  }

  await images(page).getByRole('link').first().click();
  const large = page.getByRole('dialog', { name: /^Picture 1 of 4/ });
  await large.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.getByRole('dialog', { name: /^Picture 2 of 4/ })).toBeVisible();
  if (isMobile) await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(thumb(page, 2)).toHaveAttribute('aria-current', 'true');

  const third = images(page).getByRole('listitem').nth(2);
  await third.getByRole('link').focus();
  const left = async () => [await third.boundingBox(), await images(page).boundingBox()].map((box) => box?.x);
  await expect.poll(async () => new Set(await left()).size, 'it starts where the row starts').toBe(1);
  await expect(thumb(page, 3)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(thumb(page, 2)).toHaveAttribute('aria-current', 'true');
  await thumb(page, 3).click();
  await expect(third).toBeInViewport({ ratio: 0.2 });
  await expect(thumb(page, 3)).toHaveAttribute('aria-current', 'true');
});

test('a swipe shows the next image of the gallery, and its video can be paused [S-PDP-02 S-PDP-04]', async ({
  page,
}) => {
  await openPage(page, gulnar);
  await expect(thumb(page, 1)).toHaveAttribute('aria-current', 'true');
  const box = await images(page).boundingBox();
  if (!box) throw new Error('The images are not visible.');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', along: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: box.x + box.width * along, y: box.y + box.height / 2 }],
    });
  await touch('touchStart', 0.85);
  for (let step = 1; step <= 15; step++) await touch('touchMove', 0.85 - step * 0.05);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(thumb(page, 2)).toHaveAttribute('aria-current', 'true');
  await expect(images(page).getByRole('listitem').nth(1)).toBeInViewport({ ratio: 0.9 });

  await thumb(page, 5).click();
  const pause = page.getByRole('button', { name: 'Pause the video' });
  await expect.poll(() => images(page).evaluate(isAtEnd), 'the row has stopped').toBe(true);
  await expect(pause).toBeInViewport();
  await pause.click();
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible();
});

test('a stock of five or fewer units is shown and limits the quantity, and a product without stock cannot be bought [S-PDP-09 S-PDP-10 S-PDP-11 S-PDP-12]', async ({
  page,
}) => {
  const form = page.locator('form');
  await openPage(page, '/Sarees/chandrika-chanderi-saree/TB-SAR-003');
  await expect(form.getByText('Only 5 left in stock')).toBeVisible();
  const more = stepper(page).getByRole('button', { name: 'One more' });
  await expect(stepper(page).getByRole('button', { name: 'One less' })).toBeDisabled();
  for (let pressed = 1; pressed < 5; pressed++) await more.click();
  await expect(howMany(page)).toHaveValue('5');
  await expect(more).toBeDisabled();
  await expect(more).toBeFocused();
  await howMany(page).fill('40');
  await expect(howMany(page)).toHaveValue('5');
  await howMany(page).fill('0');
  await expect(howMany(page)).toHaveValue('1');

  await page.goto('/Sarees/narmada-maheshwari-saree/TB-SAR-009');
  await expect(form.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expect(form.getByText(/left in stock/)).toHaveCount(0);
  await expect(stepper(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Ask us for a similar piece' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/Narmada Maheshwari Saree/);
});

test('a double click on Add to Cart animates the image, moves the focus to View cart, and adds one unit, which is in the cart after a reload [S-PDP-13 S-PDP-18 S-PDP-19 S-CONST-13]', async ({
  page,
}) => {
  await openPage(page, harita);
  await expect(page.locator('form').getByText('In stock', { exact: true })).toBeVisible();
  // Pause the animation at its start, so that there is time to inspect it.
  await page.evaluate(() => {
    const held = new CSSStyleSheet();
    held.replaceSync('.flying-image { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(held);
  });
  // The second click hits the link to the cart, which has replaced the button.
  await addToCart(page).dblclick();
  const flying = page.locator('.flying-image');
  await expect(flying).toHaveAttribute('src', /tb-sar-004-1/);
  const durations = await flying.evaluate((element) =>
    element.getAnimations().map((animation) => {
      animation.finish();
      return animation.effect?.getTiming().duration;
    }),
  );
  expect(durations).toEqual([1100]);
  await expect(flying).toHaveCount(0);
  await expect(inCart(page)).toBeDisabled();
  await expect(page).toHaveURL(harita);
  const viewCart = page.locator('form').getByRole('link', { name: 'View cart' });
  await expect(viewCart).toHaveCSS('background-color', /^rgb\((38, 56, 107|26, 39, 72)\)$/);
  await expect(viewCart).toBeFocused();
  await flushPageTasks(page);
  await page.reload();
  await expect(inCart(page)).toBeDisabled();
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect(tabs.getByRole('link', { name: /Cart/ })).toContainText('1');
  await viewCart.click();
  await expect(page.getByRole('group', { name: /^Quantity of Harita/ }).getByRole('status')).toHaveText('1');
});

test('a product with sizes cannot be added before a size is chosen [S-PDP-12 S-PDP-13 S-PDP-18]', async ({
  page,
}) => {
  // One unit each of S, M and L is in stock. XL is sold out.
  await openPage(page, '/Suits/chanderi-rose-suit-set/TB-SUT-002');
  const choose = (size: string) =>
    page.getByRole('radio', { name: size, exact: true }).check({ force: true });
  await expect(page.getByRole('radio', { name: /^XL ?, sold out$/ })).toBeDisabled();
  await addToCart(page).click();
  await expect(page.getByRole('alert').getByText('Please choose a size.')).toBeVisible();
  await choose('M');
  await expect(page.getByText('Please choose a size.')).toBeHidden();
  await expect(page.locator('form').getByText('Only 1 left in stock')).toBeVisible();
  await expect(stepper(page).getByRole('button', { name: 'One more' })).toBeDisabled();
  await addToCart(page).click();
  await expect(inCart(page)).toBeDisabled();
  await choose('L');
  await expect(addToCart(page)).toBeEnabled();
  await choose('M');
  await expect(inCart(page)).toBeDisabled();
});

test.describe('the product page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links to the images and adds the product to the cart [S-PDP-01 S-PDP-13]', async ({ page }) => {
    await page.goto(gulnar);
    await expect(images(page).getByRole('link').nth(3)).toHaveAttribute(
      'href',
      /^\/uploads\/tb-sar-001-4\.jpg/,
    );
    await addToCart(page).click();
    await expect(page).toHaveURL(/\/cart\?piece=TB-SAR-001&quantity=1$/);
    await expect(page.getByRole('link', { name: 'Write to us about this piece' })).toBeVisible();
  });
});
