import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

/** Every address of the shop with the title that stands on it. */
const listings = [
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

test('the screens of one’s own are open, and the same for everybody [S-RT-13…20]', async ({
  page,
  request,
}) => {
  for (const { at, title } of ownScreens) {
    // A guest's browser leads on from some of them to the login, so it is asked what the shop itself says.
    const response = await request.get(at);
    expect(response.status(), at).toBe(200);
    const html = await response.text();
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
  test('categories, crafts and fabrics have their listings [S-RT-02…06 S-RT-08 S-RT-09]', async ({
    page,
  }) => {
    for (const { at, title } of listings) {
      const response = await page.request.get(at);
      expect(response.status(), at).toBe(200);
      const html = await response.text();
      expect(html, at).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(html, at).toContain('>Sort by</span>');
      expect(html, at).toContain('<article class="product-card">');
    }
    // One stands for all: they are the same screen.
    await page.goto('/craft/Kota%20Doria');
    await expect(page.getByRole('heading', { level: 1, name: 'Kota Doria', exact: true })).toBeVisible();
    await expect(page.getByLabel('Sort by')).toBeVisible();
    expect(await page.getByRole('article').count()).toBeGreaterThan(0);
  });

  // written.spec.ts looks at each of them in the browser.
  test('the written pages stand at their addresses [S-RT-27…30]', async ({ request }) => {
    for (const { at, title } of written) {
      const response = await request.get(at);
      expect(response.status(), at).toBe(200);
      const [, heading] = /<h1[^>]*>([^<]*)<\/h1>/.exec(await response.text()) ?? [];
      expect(heading, at).toMatch(title);
    }
  });

  test('a cart’s /products and a capital /Login lead to their pages [S-RT-32 S-RT-33]', async ({
    request,
    baseURL,
  }) => {
    for (const [from, to, title] of [
      ['/products/TB-SAR-001', '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001', /Gulnar/],
      ['/Login', '/login', /^Login$/],
    ] as const) {
      const response = await request.get(from);
      expect(response.status(), from).toBe(200);
      expect(response.url()).toBe(`${baseURL}${to}`);
      const [, heading] = /<h1[^>]*>([^<]*)<\/h1>/.exec(await response.text()) ?? [];
      expect(heading, from).toMatch(title);
    }
  });
});
