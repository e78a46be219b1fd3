import { describe, expect, it } from 'vitest';
import { findBrokenHops } from './check-flows.ts';
import { rowsOf, withTemporaryTree } from './temporary-tree.ts';

/** The files of a small shop, from a button that adds to the cart to the SQL statement. */
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
    const api = hc('/api').cart;
    export function addLine(id: string) { return api.add[':id'].$post({ param: { id } }); }
    export function clear() { return fetch('/api/cart/clear', { method: 'POST' }); }`,
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

/** Lists the faults of a flow through the small shop, as `line what`. */
const faultsIn = (document: string) =>
  withTemporaryTree({ ...shop, 'docs/flows/add.md': document }, (root) =>
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

/**
 * Parses a table whose second column is a flow. The items of the flow are separated by ↵. Files and requests have no backquotes.
 */
const flowsOf = (table: string) =>
  rowsOf(table).map(([what = '', items = '', ...faults]) => {
    const flow = items
      .replace(/^(\s*(?:\d\.|-) )([\w-]+\.[\w.]+ \w+)/gm, '$1`cart/$2`')
      .replace(/(?<=calls |handles )[A-Z]+ \S+|(?<=method )\w+/g, '`$&`');
    return [what, flow, faults] as const;
  });
/** The text of the whole flow, with one part replaced. */
const changed = (from: string, to: string) => wholeFlow.replace(from, to).replaceAll('\n', '↵');

describe('a flow that matches the code', () => {
  it('may pass through routes, JSX, imports, dynamic imports, HTTP and tables', () => {
    expect(faultsIn(wholeFlow)).toEqual([]);
  });

  it.each(
    flowsOf(`
    passes through a method of an object, and to a function of the same file | 1. cart.server.ts addToCart calls↵2. cart.server.ts write, and through the method wake↵3. worker.server.ts openWorker
    starts at an endpoint that another server calls | 1. endpoints.server.ts cart handles GET /api/cart↵2. cart.server.ts readCart
    starts at a path in a string | 1. cart-api.ts clear calls POST /api/cart/clear↵2. endpoints.server.ts cart
    has side calls below the item that makes them | 1. cart.server.ts addToCart through the method wake↵   - tables.server.ts outbox↵2. worker.server.ts openWorker
  `),
  )('%s', (_what, flow) => {
    expect(faultsIn(flow)).toEqual([]);
  });
});

describe('a flow that does not match the code', () => {
  // In the fourth flow, the code imports a type of the file but not the function.
  it.each(
    flowsOf(`
    names a file that does not exist | ${changed('cart-actions.ts', 'basket.ts')} | 6 There is no file cart/basket.ts, neither in app/ nor in the root folder.
    names a file in a sentence that does not exist | ${changed('', '')}↵See \`cart/basket.ts\`. | 14 There is no file cart/basket.ts, neither in app/ nor in the root folder.
    names a function that its file does not declare | 1. cart-api.ts clear calls POST /api/cart/clear↵2. endpoints.server.ts pie | 2 app/cart/endpoints.server.ts does not declare pie.
    names a file that the hop before does not import | ${changed('`cart/cart-actions.ts addToCart`', '`cart/use-cart.ts useCart`')} | 6 AddToCart in app/cart/add-to-cart.tsx does not import app/cart/use-cart.ts. | 7 useCart in app/cart/use-cart.ts does not import app/cart/cart-api.ts.
    names a function that another function of the hop before uses | 1. add-to-cart.tsx Other↵2. cart-actions.ts addToCart | 2 Other in app/cart/add-to-cart.tsx imports app/cart/cart-actions.ts but does not use addToCart.
    names a function that another endpoint of the file before uses | 1. cart-api.ts addLine calls POST /api/cart/add/{id}↵2. endpoints.server.ts cart↵3. cart.server.ts clearCart | 3 cart in app/cart/endpoints.server.ts imports app/cart/cart.server.ts but does not use clearCart.
    calls a URL that the hop does not call | ${changed('POST /api/cart/add/{proId}', 'POST /api/cart/put/{proId}')} | 8 addLine in app/cart/cart-api.ts does not call POST /api/cart/put/{proId}.
    calls a URL with another method | ${changed('POST /api/cart/add', 'PUT /api/cart/add')} | 8 addLine in app/cart/cart-api.ts does not call PUT /api/cart/add/{proId}.
    calls a URL that the next hop does not declare | 1. cart-api.ts addLine calls POST /api/cart/add/{id}↵2. worker.server.ts openWorker | 2 app/cart/worker.server.ts declares no endpoint POST /api/cart/add/{id}.
    starts at an endpoint that its file does not declare | 1. endpoints.server.ts cart handles GET /api/basket↵2. cart.server.ts readCart | 1 app/cart/endpoints.server.ts declares no endpoint GET /api/basket.
    opens a page at another path | ${changed('opens `/cart`', 'opens `/basket`')} | 4 app/routes.ts does not open app/cart/cart-page.tsx at /basket.
    passes through a table that one of the two functions does not use | ${changed('openWorker', 'idle')} | 12 idle in app/cart/worker.server.ts does not use the table outbox.
    passes through a method that is not called | 1. cart.server.ts addToCart through the method rest↵2. worker.server.ts openWorker | 2 addToCart in app/cart/cart.server.ts does not call the method rest.
    passes through a method that the next hop does not have | 1. cart.server.ts addToCart through the method wake↵2. worker.server.ts idle | 2 idle in app/cart/worker.server.ts does not have the method wake.
    has a side call that the item above it does not make | 1. endpoints.server.ts cart handles GET /api/cart↵   - worker.server.ts idle↵2. cart.server.ts readCart | 2 cart in app/cart/endpoints.server.ts does not import app/cart/worker.server.ts.
    has no hop | # Nothing | 1 A list needs at least two items.
    has only one hop in a list | ${changed('', '')}↵Then:↵↵1. cart.server.ts readCart | 16 A list needs at least two items.
    has an item that is not a hop | ${changed('', '')}9. Then it is sent. | 13 The list item names no file.
  `),
  )('%s', (_what, flow, faults) => {
    expect(faultsIn(flow)).toEqual(faults);
  });
});

it('counts flows and items, so that the check fails for an empty folder', () => {
  expect(withTemporaryTree(shop, findBrokenHops)).toMatchObject({ flows: 0, hops: 0 });
  const files = { ...shop, 'docs/flows/add.md': wholeFlow };
  expect(withTemporaryTree(files, findBrokenHops)).toMatchObject({ flows: 1, hops: 9 });
});
