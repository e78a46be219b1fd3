import { expect, test } from './journey.ts';
import { openPage } from './open-page.ts';
import { signedInShopper } from './shopper.ts';

/** Every address of the shop with the title that stands on it. */
const shelves = [
  { at: '/Sarees', title: 'Sarees' },
  { at: '/Suits', title: 'Suits' },
  { at: '/CoOrdSets', title: 'Co-Ord Sets' },
  { at: '/Dupattas', title: 'Dupattas' },
  { at: '/craft/Kota%20Doria', title: 'Kota Doria' },
  { at: '/fabric/Katan%20silk', title: 'Katan silk' },
];
const ownScreens = [
  { at: '/login', title: 'Login' },
  { at: '/cart', title: 'Cart' },
  { at: '/wishlist', title: 'Wishlist' },
  { at: '/profile', title: 'Profile' },
  { at: '/account-form', title: 'Edit profile' },
  { at: '/checkout', title: 'Checkout' },
  { at: '/account', title: 'My Orders' },
];
const written = [
  { at: '/shipping-policy', title: /shipping/i },
  { at: '/terms-and-conditions', title: /terms/i },
  { at: '/return-policy', title: /return/i },
  { at: '/our-story', title: /story/i },
];

test('S-RT-13…20 the screens of one’s own are open, and the same for everybody', async ({
  page,
  request,
}) => {
  for (const { at, title } of ownScreens) {
    // A guest's browser leads on from some of them to the login, so it is asked what the shop itself says.
    const answer = await request.get(at);
    expect(answer.status(), at).toBe(200);
    const html = await answer.text();
    expect(html, at).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).not.toContain('next release');
  }
  await signedInShopper(page);
  for (const { at, title } of ownScreens.filter(({ at }) => at !== '/login')) {
    await page.goto(at);
    await expect(page).toHaveURL(at);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test.describe('the same at every width', () => {
  test('S-RT-01 the home page opens at /', async ({ page }) => {
    await openPage(page, '/');
    await expect(page).toHaveTitle(/Tanabana/);
    await expect(page.getByRole('heading', { level: 1, name: 'tradition meets style' })).toBeVisible();
  });

  test('S-RT-02…06 S-RT-08 S-RT-09 categories, crafts and fabrics have their listings', async ({ page }) => {
    for (const { at, title } of shelves) {
      const answer = await page.goto(at);
      expect(answer?.status(), at).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page.getByLabel('Sort by')).toBeVisible();
      expect(await page.getByRole('article').count(), at).toBeGreaterThan(0);
    }
  });

  test('S-RT-27…30 the written pages stand at their addresses', async ({ page }) => {
    for (const { at, title } of written) {
      const answer = await page.goto(at);
      expect(answer?.status(), at).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  });

  test('S-RT-31 S-GEN-16 Reach Us has the contacts and the form', async ({ page }) => {
    await openPage(page, '/reach-us');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/);
    for (const field of ['Name', 'Email', 'Message']) {
      await expect(main.getByRole('textbox', { name: field, exact: true })).toBeVisible();
    }
  });

  test('S-RT-32 S-RT-33 a cart’s /products and a capital /Login lead to their pages', async ({ page }) => {
    await page.goto('/products/TB-SAR-001');
    await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
    await expect(page.getByRole('heading', { level: 1, name: /Gulnar/ })).toBeVisible();
    await page.goto('/Login');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  });
});
