import { describe, expect } from 'vitest';
import { type App, fieldsOf, problemOf, readAs } from '../../tests/fixtures/api.ts';
import { stole } from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Cart } from './contract.ts';

const json = { 'content-type': 'application/json' };

/** Sends a request to the cart’s API, with or without a body. */
function send(app: App, method: string, path: string, headers: HeadersInit, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return app.request(`/api/cart/${path}`, { method, headers, ...init });
}

async function cartOf(sent: Response | Promise<Response>) {
  const response = await sent;
  expect(response.headers.get('cache-control')).toBe('no-store');
  return readAs(Cart, response);
}

async function errorOf(sent: Response | Promise<Response>, status: number) {
  const response = await sent;
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = await problemOf(response);
  expect(problem.status).toBe(status);
  return { ...problem, fields: fieldsOf(problem) };
}

describe('the endpoints of a customer’s cart', () => {
  it('return the cart for GET and POST requests to `cart/get` [S-API-21 S-API-23 S-API-39 Q-130]', async ({
    app,
    shop,
  }) => {
    const { headers, token } = await signInAs(shop, 'asha@example.in');
    await send(app, 'POST', `add/${stole}`, headers, { quantity: 2 });
    const cart = await cartOf(send(app, 'GET', 'get', headers));
    expect(cart).toMatchObject({ count: 1, subtotal: 900 });
    const bare = { authorization: `Bearer ${token}` };
    expect(await cartOf(send(app, 'POST', 'get', headers, { any: 'thing' }))).toEqual(cart);
    expect(await cartOf(send(app, 'POST', 'get', headers))).toEqual(cart);
    expect(await cartOf(send(app, 'POST', 'get', bare))).toEqual(cart);
  });

  it('add one unit if a request to `cart/add` has no body, and reject a body of plain text [S-API-18]', async ({
    app,
    shop,
  }) => {
    const { headers, token } = await signInAs(shop, 'asha@example.in');
    const bare = { authorization: `Bearer ${token}` };
    const form = { ...bare, 'content-type': 'application/x-www-form-urlencoded' };
    for (const [index, requestHeaders] of [bare, headers, form].entries()) {
      const cart = await cartOf(send(app, 'POST', `add/${stole}`, requestHeaders));
      expect(cart.items).toMatchObject([{ quantity: index + 1 }]);
    }
    const { items } = await cartOf(send(app, 'POST', `add/${stole}`, headers, {}));
    expect(items).toMatchObject([{ quantity: 4 }]);
    const text = { ...bare, 'content-type': 'text/plain' };
    const problem = await errorOf(send(app, 'POST', `add/${stole}`, text, { quantity: 2 }), 415);
    expect(problem.title).toBe('not-json');
  });

  it('set a quantity, but ignore a price in the request [S-API-22 S-CART-14 Q-056]', async ({
    app,
    shop,
  }) => {
    const { headers } = await signInAs(shop, 'asha@example.in');
    const [line] = (await cartOf(send(app, 'POST', `add/${stole}`, headers))).items;
    for (const price of [1, 'free', null, -1]) {
      const cart = await cartOf(send(app, 'PUT', `edit/${line?._id}`, headers, { quantity: 3, price }));
      expect(cart).toMatchObject({ subtotal: 1350, items: [{ quantity: 3, proPrice: 450, price: 1350 }] });
    }
  });
});

describe('the endpoints of the cart', () => {
  it.for(['x'.repeat(61), 'x'.repeat(10_000), '%20', '%7F', '%01'])(
    'respond 400 to the invalid id %j, and name the parameter',
    async (id, { app, shop }) => {
      const { headers } = await signInAs(shop, 'asha@example.in');
      expect((await errorOf(send(app, 'POST', `add/${id}`, headers), 400)).fields).toEqual(['proId']);
      expect((await errorOf(send(app, 'POST', `remove/${id}`, headers), 400)).fields).toEqual(['id']);
      const edit = send(app, 'PUT', `edit/${id}`, headers, { quantity: 1 });
      expect((await errorOf(edit, 400)).fields).toEqual(['id']);
    },
  );

  it('respond 400 to invalid items or merge keys, and 413 to a body over 64 KB', async ({ app, shop }) => {
    const { headers } = await signInAs(shop, 'asha@example.in');
    const many = Array.from({ length: 101 }, () => ({ proId: stole, quantity: 1 }));
    for (const items of [undefined, null, 'x', {}, many]) {
      expect((await errorOf(send(app, 'POST', 'quote', json, { items }), 400)).fields).toEqual(['items']);
    }
    const keys = [undefined, 7, 'short', 'x'.repeat(65), 'with a space in it', 'a-guest-cart-000\u0000'];
    for (const key of keys) {
      const merge = send(app, 'POST', 'merge', headers, { key, items: [] });
      expect((await errorOf(merge, 400)).fields).toEqual(['key']);
    }
    const huge = { items: [{ proId: stole, productName: 'x'.repeat(70_000) }] };
    expect((await errorOf(send(app, 'POST', 'quote', json, huge), 413)).title).toBe('too-large');
  });
});
