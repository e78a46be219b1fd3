import { expect } from 'vitest';
import type { z } from 'zod';
import { type App, readAs } from '../../tests/fixtures/api.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Hearts, Share, Wished, Wishlist } from './contract.ts';

/** Sends a request and parses the response. Expects the response to forbid caching. */
async function send<T extends z.ZodType>(
  app: App,
  [method, path]: readonly [method: string, path: string],
  headers: HeadersInit,
  shape: T,
): Promise<z.infer<T>> {
  const response = await app.request(`/api${path}`, { method, headers });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return readAs(shape, response);
}

it('the endpoints neither read nor change the wishlist of another customer [S-ROLE-03]', async ({
  app,
  shop,
}) => {
  const mine = (await signInAs(shop, 'asha@tests.example')).headers;
  const theirs = (await signInAs(shop, 'ravi@tests.example')).headers;
  await send(app, ['PUT', '/wishlist/TB-SAR-001'], mine, Wished);
  const { url } = await send(app, ['POST', '/wishlist/share'], mine, Share);

  expect(await send(app, ['GET', '/wishlist/get'], theirs, Wishlist)).toEqual({ items: [] });
  expect(await send(app, ['GET', '/wishlist/hearts'], theirs, Hearts)).toEqual({ proIds: [] });
  expect(await send(app, ['GET', '/wishlist/share'], theirs, Share)).toEqual({ url: null });
  await send(app, ['DELETE', '/wishlist/TB-SAR-001'], theirs, Wished);
  await send(app, ['DELETE', '/wishlist/all'], theirs, Hearts);
  await send(app, ['DELETE', '/wishlist/share'], theirs, Share);

  expect(await send(app, ['GET', '/wishlist/hearts'], mine, Hearts)).toEqual({ proIds: ['TB-SAR-001'] });
  expect(await send(app, ['GET', '/wishlist/share'], mine, Share)).toEqual({ url });
});

it('the endpoints change the wishlist and list its products [S-API-16 S-API-17 Q-058]', async ({
  app,
  shop,
}) => {
  const { headers } = await signInAs(shop, 'asha@tests.example');
  const one = '/wishlist/tb-sar-001';
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE', 'PUT'])
    expect(await send(app, [method, one], headers, Wished)).toMatchObject({ wished: method === 'PUT' });
  expect(await send(app, ['POST', one], headers, Wished)).toMatchObject({ wished: false, proIds: [] });
  const toggled = await send(app, ['POST', one], headers, Wished);
  expect(toggled).toMatchObject({ wished: true, proIds: ['TB-SAR-001'] });
  expect(await send(app, ['DELETE', '/wishlist/all'], headers, Hearts)).toEqual({ proIds: [] });
  // The list also contains sold-out products.
  await send(app, ['PUT', '/wishlist/TB-SAR-009'], headers, Wished);
  const { items } = await send(app, ['GET', '/wishlist/get'], headers, Wishlist);
  expect(items).toMatchObject([
    { proId: 'TB-SAR-009', productName: 'Narmada Maheshwari Saree', price: 5600, quantity: 0 },
  ]);
  expect(items[0]?.img1).toBe(items[0]?.pictures[0]?.file);
});
