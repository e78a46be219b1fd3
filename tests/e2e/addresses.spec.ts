/** Tests of URLs: the canonical spelling of each page, unknown pages, and hostile input. */
import type { APIRequestContext } from '@playwright/test';
import { expectAbove } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 404/] });

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

/** Requests a path unchanged, without following redirects. */
async function requestPath(request: APIRequestContext, baseURL: string | undefined, path: string) {
  const response = await request.get(`${baseURL}${path}`, { maxRedirects: 0 });
  return { status: response.status(), to: response.headers().location };
}

const redirects: [from: string, to: string][] = [
  ['/Sarees/some-other-saree/TB-SAR-001', gulnar],
  ['/Suits/gulnar-banarasi-katan-silk-saree/TB-SAR-001', gulnar],
  ['/sarees/gulnar-banarasi-katan-silk-saree/tb-sar-001', gulnar],
  ['/products/TB-SAR-001', gulnar],
  ['/Login', '/login'],
  ['/coordsets', '/CoOrdSets'],
  ['/Co-Ord%20Sets', '/CoOrdSets'],
  ['/craft/banarasi%20brocade', '/craft/Banarasi%20brocade'],
  ['/Sarees/', '/Sarees'],
  [`${gulnar}/`, gulnar],
  ['/sarees/?color=Indigo&sort=price-asc', '/Sarees?color=Indigo&sort=price-asc'],
];

test('a URL in another spelling is redirected permanently to the canonical URL [S-RT-07…09 S-RT-11 S-RT-12 S-RT-32 S-RT-33]', async ({
  request,
  baseURL,
}) => {
  for (const [from, to] of redirects) {
    const first = await requestPath(request, baseURL, from);
    expect(first.status, from).toBe(301);
    const second = new URL(first.to ?? '', baseURL);
    const { pathname, search } = second;
    // A URL with a trailing slash and a wrong case may take two redirects, never more.
    const last = pathname + search === to ? first : await requestPath(request, baseURL, pathname + search);
    expect(last, from).toEqual({ status: 301, to: expect.stringMatching(/^(?!\/\/)/) });
    expect(new URL(last.to ?? '', baseURL).href).toBe(`${baseURL}${to}`);
  }
});

/** Hostile or malformed URLs. */
const hostile = `
  /craft/%20%20 /craft/Kota%20%20Doria /craft/%E0%A4%B0%E0%A5%87%E0%A4%B6%E0%A4%AE
  /fabric/%E0%A4%B0%E0%A5%87%E0%A4%B6%E0%A4%AE /craft/Ikat%00 /fabric/%00 /craft/% /fabric/100%25%
  /craft/%C0%AF /%FF%FE /Sarees/%/TB-SAR-001 /products/%27%20or%201=1
  /uploads/%2e%2e%2f%2e%2e%2fpackage.json /assets/%2e%2e%2f%2e%2e%2fserver%2findex.js /api/product/get/%
  /reach-us?piece=% /cart?piece=%00 /search?query=%00 /search?query=%E0%A4% /Sarees?page=1e9
  /Sarees?page=-1 /Sarees?page=99999999999999999999 /Sarees?page=40 /Sarees?sort=drop
  //evil.example //evil.example/ /%5Cevil.example/ /%5C%5Cevil.example /%09//evil.example/
  /Sarees?sort=featured%27;drop%20table%20products;-- /Sarees?price=&price=&craft[]=x&craft[$gt]=`;

/** Long URLs by name. */
const long: [name: string, path: string][] = [
  ['a very long query', `/search?query=${'khadi+'.repeat(2000)}`],
  ['a very long word', `/search?query=${'a'.repeat(12_000)}`],
  ['a thousand filters', `/Sarees?${Array.from({ length: 1000 }, (_, i) => `color=c${i}`).join('&')}`],
  ['one filter two thousand times', `/Sarees?${'craft=x&'.repeat(1800)}`],
  ['a very long path', `/craft/${'a'.repeat(8000)}`],
  ['more than the server reads', `/search?query=${'a'.repeat(60_000)}`],
];

test('unknown, hostile and very long URLs cause no server error and no redirect to another host [S-RT-10]', async ({
  request,
  baseURL,
}) => {
  const unknown = '/Shawls /craft/Macrame /fabric/Nylon /Sarees/x/TB-SAR-999 /products/TB-SAR-999 /a/b/c/d/e';
  for (const path of unknown.split(' '))
    expect(await requestPath(request, baseURL, path), path).toEqual({ status: 404 });
  for (const path of hostile.trim().split(/\s+/)) {
    const { status, to = '/' } = await requestPath(request, baseURL, path);
    expect([200, 301, 400, 404], path).toContain(status);
    expect(new URL(to, `${baseURL}/`).origin, path).toBe(baseURL);
  }
  for (const [name, path] of long)
    expect([200, 400, 404, 414, 431], name).toContain((await requestPath(request, baseURL, path)).status);
});

test('a page that does not exist has the status 404, links to other pages and a search that finds products [S-RT-10]', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const response = await page.goto('/Sarees/gone-for-good/TB-SAR-999');
  expect(response?.status()).toBe(404);
  await expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(main).toContainText('We have no piece by that number.');
  await expectAbove(main.getByRole('link', { name: 'Back to the shop' }), main.locator('.loose-thread'));
  await expect(main.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/reach-us');
  await main.getByRole('link', { name: 'All categories' }).click();
  await expect(page).toHaveURL('/category');

  expect((await page.goto('/no/such/page/at/all'))?.status()).toBe(404);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await main.getByRole('searchbox', { name: 'A saree, a craft, a colour' }).fill('khadi');
  await main.getByRole('button', { name: 'Search' }).click();
  await expect(main.getByRole('link', { name: 'Khadi Indigo Stole', exact: true })).toBeVisible();
});
