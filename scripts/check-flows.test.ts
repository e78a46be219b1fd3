import { describe, expect, it } from 'vitest';
import { findBrokenHops } from './check-flows.ts';
import { inTree } from './temporary-tree.ts';

/** A small shop: a button that adds to the cart at an endpoint, and everything between it and the SQL. */
const shop = {
  'app/routes.ts': "export default [route('cart', 'cart/cart-page.tsx'), index('home.tsx')];",
  'app/cart/cart-page.tsx':
    "import { AddToCart } from './add-to-cart.tsx';\nexport default function CartPage() { return <AddToCart />; }",
  'app/cart/add-to-cart.tsx': `
    import { addToCart } from './cart-actions.ts';
    import type { Cart } from './use-cart.ts';
    export function AddToCart() { const add = () => addToCart(1); return <button onClick={add} />; }
    export function Other() { return null; }`,
  'app/cart/use-cart.ts': 'export function useCart() {}\nexport type Cart = object;',
  'app/cart/cart-actions.ts': `
    export async function addToCart(id: number) { const { addLine } = await import('./cart-api.ts'); return addLine(id); }`,
  'app/cart/cart-api.ts': `
    import { hc } from 'hono/client';
    const calls = hc('/api').cart;
    export function addLine(id: string) { return calls.add[':id'].$post({ param: { id } }); }
    export function sendPlainly() { return fetch('/api/cart/clear', { method: 'POST' }); }`,
  'app/cart/endpoints.server.ts': `
    import { addToCart, clearCart, readCart as read } from './cart.server.ts';
    export const cart = router('Cart', [
      endpoint({ method: 'post', path: '/cart/add/{id}', run: ({ shop }) => addToCart(shop) }),
      endpoint({ method: 'post', path: '/cart/clear', run: ({ shop }) => clearCart(shop) }),
      endpoint({ method: 'get', path: '/cart', run: ({ shop }) => read(shop) }),
    ]);`,
  'app/cart/cart.server.ts': `
    import { outbox } from './tables.server.ts';
    export const addToCart = (shop: Shop) => write(shop);
    const write = (shop: Shop) => { shop.db.insert(outbox); shop.mailer.wake(); };
    export function clearCart() {}
    export function readCart() {}`,
  'app/cart/worker.server.ts': `
    import { outbox } from './tables.server.ts';
    export function openWorker(shop: Shop) { return { wake: () => shop.db.select().from(outbox) }; }
    export function idle() {}`,
  'app/cart/tables.server.ts': 'export const outbox = pgTable();',
};

/** What is wrong with a flow document over this shop, each fault as `line what`. */
const faultsIn = (document: string, more: Record<string, string> = {}) =>
  inTree({ ...shop, ...more, 'docs/flows/add.md': document }, (root) =>
    findBrokenHops(root).broken.map((one) => one.replace('docs/flows/add.md:', '')),
  );

const wholeFlow = `# Add to cart

1. \`routes.ts\` opens \`/cart\`
2. \`cart/cart-page.tsx default\` shows it
3. \`cart/add-to-cart.tsx AddToCart\` is the button
4. \`cart/cart-actions.ts addToCart\` sends it
5. \`cart/cart-api.ts addLine\` calls \`POST /api/cart/add/{proId}\`
6. \`cart/endpoints.server.ts cart\` checks the input
7. \`cart/cart.server.ts addToCart\` writes, through the table
   \`outbox\`.
   - \`cart/tables.server.ts outbox\`
8. \`cart/worker.server.ts openWorker\` reads it
`;

describe('a flow that is as the code is', () => {
  it('is followed through routes, JSX, imports, later imports, HTTP and tables', () => {
    expect(faultsIn(wholeFlow)).toEqual([]);
  });

  it('may pass through the method of an object, and to a function of the same file', () => {
    const flow = [
      '1. `cart/cart.server.ts addToCart` comes to',
      '2. `cart/cart.server.ts write`, and through the method `wake` to',
      '3. `cart/worker.server.ts openWorker`',
    ];
    expect(faultsIn(flow.join('\n'))).toEqual([]);
  });

  it('may begin at an endpoint that another server calls, and where a path is written out', () => {
    expect(
      faultsIn(
        '1. `cart/endpoints.server.ts cart` answers `GET /api/cart`\n2. `cart/cart.server.ts readCart`',
      ),
    ).toEqual([]);
    expect(
      faultsIn(
        '1. `cart/cart-api.ts sendPlainly` calls `POST /api/cart/clear`\n2. `cart/endpoints.server.ts cart`',
      ),
    ).toEqual([]);
  });

  it('has side calls, which are reached from the item that they are indented below', () => {
    const flow = [
      '1. `cart/cart.server.ts addToCart` through the method `wake`',
      '   - `cart/tables.server.ts outbox`',
      '2. `cart/worker.server.ts openWorker`',
    ];
    expect(faultsIn(flow.join('\n'))).toEqual([]);
  });
});

describe('a flow that is not as the code is', () => {
  it('names a file that does not exist', () => {
    expect(faultsIn(wholeFlow.replace('cart-actions.ts', 'basket.ts'))).toEqual([
      '6 There is no file cart/basket.ts, neither in app/ nor at the top.',
    ]);
  });

  it('names a file in a sentence that does not exist', () => {
    expect(faultsIn(`${wholeFlow}\nSee \`cart/basket.ts\`.`)).toEqual([
      '14 There is no file cart/basket.ts, neither in app/ nor at the top.',
    ]);
  });

  it('names a function that its file does not declare', () => {
    expect(faultsIn(wholeFlow.replace('addToCart', 'addPie'))).toContain(
      '6 app/cart/cart-actions.ts does not declare addPie.',
    );
  });

  it('names a file that the hop before does not import', () => {
    // As add-to-cart.md once did: the type is imported, the hook is not.
    const flow = wholeFlow.replace('`cart/cart-actions.ts addToCart`', '`cart/use-cart.ts useCart`');
    expect(faultsIn(flow)).toEqual([
      '6 AddToCart in app/cart/add-to-cart.tsx does not import app/cart/use-cart.ts.',
      '7 useCart in app/cart/use-cart.ts does not import app/cart/cart-api.ts.',
    ]);
  });

  it('names a function that the file of the hop before imports and another function uses', () => {
    expect(
      faultsIn('1. `cart/add-to-cart.tsx Other`\n2. `cart/cart-actions.ts addToCart`').map((one) =>
        one.slice(2),
      ),
    ).toEqual([
      'Other in app/cart/add-to-cart.tsx imports app/cart/cart-actions.ts but does not use addToCart.',
    ]);
  });

  it('names a function that the endpoint before it does not use, though another of the same file does', () => {
    const flow = wholeFlow.replace(
      '`cart/cart.server.ts addToCart` writes',
      '`cart/cart.server.ts clearCart` writes',
    );
    expect(faultsIn(flow)).toContain(
      '9 cart in app/cart/endpoints.server.ts imports app/cart/cart.server.ts but does not use clearCart.',
    );
  });

  it('calls a URL that the hop does not call', () => {
    expect(faultsIn(wholeFlow.replace('POST /api/cart/add/{proId}', 'POST /api/cart/put/{proId}'))).toEqual([
      '8 addLine in app/cart/cart-api.ts does not call POST /api/cart/put/{proId}.',
    ]);
  });

  it('calls a URL by another method', () => {
    expect(faultsIn(wholeFlow.replace('POST /api/cart/add', 'PUT /api/cart/add'))).toEqual([
      '8 addLine in app/cart/cart-api.ts does not call PUT /api/cart/add/{proId}.',
    ]);
  });

  it('calls a URL that the next hop does not declare', () => {
    const flow =
      '1. `cart/cart-api.ts addLine` calls `POST /api/cart/add/{id}`\n2. `cart/worker.server.ts openWorker`';
    expect(faultsIn(flow)).toEqual([
      '2 app/cart/worker.server.ts declares no endpoint POST /api/cart/add/{id}.',
    ]);
  });

  it('begins at an endpoint that is not declared there', () => {
    const flow =
      '1. `cart/endpoints.server.ts cart` answers `GET /api/basket`\n2. `cart/cart.server.ts readCart`';
    expect(faultsIn(flow)).toEqual(['1 app/cart/endpoints.server.ts declares no endpoint GET /api/basket.']);
  });

  it('opens a page at a path that it does not stand at', () => {
    expect(faultsIn(wholeFlow.replace('opens `/cart`', 'opens `/basket`'))).toEqual([
      '4 app/routes.ts does not open app/cart/cart-page.tsx at /basket.',
    ]);
  });

  it('passes through a table that one of the two functions does not use', () => {
    expect(faultsIn(wholeFlow.replace('openWorker', 'idle'))).toEqual([
      '12 idle in app/cart/worker.server.ts does not use the table outbox.',
    ]);
  });

  it('passes through a method that is not called, or that the next hop does not have', () => {
    const flow = (method: string, next: string) =>
      `1. \`cart/cart.server.ts addToCart\` through the method \`${method}\`\n2. \`cart/worker.server.ts ${next}\``;
    expect(faultsIn(flow('rest', 'openWorker'))).toEqual([
      '2 addToCart in app/cart/cart.server.ts does not call the method rest.',
    ]);
    expect(faultsIn(flow('wake', 'idle'))).toEqual([
      '2 idle in app/cart/worker.server.ts does not have the method wake.',
    ]);
  });

  it('has a side call that the item above it does not make', () => {
    const flow = [
      '1. `cart/endpoints.server.ts cart` answers `GET /api/cart`',
      '   - `cart/worker.server.ts idle`',
      '2. `cart/cart.server.ts readCart`',
    ];
    expect(faultsIn(flow.join('\n'))).toEqual([
      '2 cart in app/cart/endpoints.server.ts does not import app/cart/worker.server.ts.',
    ]);
  });

  it('has fewer than two hops, in all or in one of its lists', () => {
    const tooShort = 'A list has at least two items.';
    expect(faultsIn('# Nothing')).toEqual([`1 ${tooShort}`]);
    expect(faultsIn(`${wholeFlow}\nThen:\n\n1. \`cart/cart.server.ts readCart\``)).toEqual([
      `16 ${tooShort}`,
    ]);
  });

  it('has an item that is no hop', () => {
    expect(faultsIn(`${wholeFlow}9. Then it is sent.`)).toEqual(['13 This item of a list names no file.']);
  });
});

it('counts flows and hops, so that an empty folder does not pass for a good one', () => {
  expect(inTree(shop, findBrokenHops)).toMatchObject({ flows: 0, hops: 0 });
  expect(inTree({ ...shop, 'docs/flows/add.md': wholeFlow }, findBrokenHops)).toMatchObject({
    flows: 1,
    hops: 9,
  });
});
