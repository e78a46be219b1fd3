import { createStaticHandler, RouterContextProvider } from 'react-router';
import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { shopContext } from '../foundation/pages/page.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { loader as listing } from './listing/listing-page.tsx';
import { loader as product } from './product/product-page.tsx';

const { query } = createStaticHandler([
  { path: '/craft/:craft', loader: listing },
  { path: '/fabric/:fabric', loader: listing },
  { path: '/:category', loader: listing },
  { path: '/:category/:slug/:proId', loader: product },
]);

/** Loads a path. Returns the status, and for a redirect also the location. */
async function load(shop: Shop, address: string): Promise<string | number> {
  const requestContext = new RouterContextProvider();
  requestContext.set(shopContext, shop);
  const response = await query(new Request(new URL(address, 'http://shop.test')), { requestContext });
  if (!(response instanceof Response)) return response.statusCode;
  return `${response.status} ${response.headers.get('location')}`;
}

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

it.for([
  ['S-RT-08', '/Craft/Ikat', '/craft/Ikat'],
  ['S-RT-08', '/craft/ikat?sort=price-asc', '/craft/Ikat?sort=price-asc'],
  ['S-RT-08', '/craft/kota%20doria', '/craft/Kota%20Doria'],
  ['S-RT-08', '/craft/I%6Bat', '/craft/Ikat'],
  ['S-RT-09', '/FABRIC/Cotton?page=2', '/fabric/Cotton?page=2'],
  ['S-RT-07', '/SAREES?craft=Ikat', '/Sarees?craft=Ikat'],
  ['S-RT-07', '/S%61rees', '/Sarees'],
  ['S-RT-10', '/sarees/other/tb-sar-001?from=mail', `${gulnar}?from=mail`],
  ['S-RT-10', gulnar.replace('gulnar', 'g%75lnar'), gulnar],
] as const)('%s: %s redirects to the canonical path %s', async ([, requested, canonical], { shop }) => {
  expect(await load(shop, requested)).toBe(`301 ${canonical}`);
});

it.for(['/craft/Ikat', '/craft/Kota%20Doria?page=2', '/fabric/Katan%20silk', '/CoOrdSets', gulnar])(
  'the canonical path %s does not redirect',
  async (address, { shop }) => {
    expect(await load(shop, address)).toBe(200);
  },
);
