import { eq } from 'drizzle-orm';
import { createApp } from '../app/app.server.ts';
import { addToCart } from '../app/cart/cart.server.ts';
import { createServices } from '../app/checkout/checkout-services.server.ts';
import { PaymentOrder } from '../app/checkout/contract.ts';
import type { Shop } from '../app/foundation/shop.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';
import { orders } from '../app/orders/tables.server.ts';
import { stockLevels } from '../app/stock/tables.server.ts';
import type { TestShop } from './furnished-shop.ts';
import { signInAs } from './sign-in.ts';

/** Gulnar, of which there is one, for ₹24,800. */
export const gulnar = 'TB-SAR-001';
/** The Khadi Indigo Stole, of which there are forty. */
export const stole = 'TB-STO-001';

/** A delivery form with which nothing is wrong. */
export const home = {
  country: 'India',
  firstName: 'Meera',
  lastName: 'Joshi',
  address: '14, Ravi Nagar',
  apartment: '2nd floor',
  city: 'Jaipur',
  state: 'Rajasthan',
  phone: '98290 00000',
  pincode: '302003',
};

export const orderDetails = { shippingInfo: home };

/** The whole shop with its pretend bank, whose webhooks reach the shop as they would by HTTP. */
export function shopWithBank(shop: TestShop) {
  const send: typeof fetch = async (address, init) => {
    if (!hears) throw new TypeError('fetch failed');
    return app.request(new URL(String(address)).pathname, init);
  };
  let hears = true;
  const services = createServices(shop, send);
  const app = createApp({ shop, services, uploadsFolder: shop.config.dataDir });
  return {
    app,
    ...services,
    /** From now on no webhook comes through. */
    goDeaf: () => {
      hears = false;
    },
    hearAgain: () => {
      hears = true;
    },
  };
}

type App = ReturnType<typeof createApp>;

/** Somebody new with these pieces in the cart, and how they call. */
export async function shopperWith(shop: Shop, app: App, name: string, ...products: string[]) {
  const { id, headers } = await signInAs(shop, `${name}@example.in`);
  for (const product of products) await addToCart(shop, id, product, { quantity: 1 });
  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    app.request(`/api${path}`, {
      method: 'POST',
      headers: { ...Object.fromEntries(new Headers(headers)), ...more },
      body: JSON.stringify(body),
    });
  return {
    id,
    headers,
    post,
    get: (path: string) => app.request(`/api${path}`, { headers }),
    /** Presses Pay Now for an online payment. */
    begin: async () =>
      PaymentOrder.parse(await (await post('/payment/create-order', { orderDetails })).json()),
  };
}

export async function stateOf(shop: TestShop, orderId: string) {
  const [order] = await shop.db.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId));
  return order?.state;
}

export async function onListing(shop: TestShop, variantId = gulnar) {
  const [level] = await shop.db.select().from(stockLevels).where(eq(stockLevels.variantId, variantId));
  return level && { onHand: level.onHand, held: level.held };
}

export async function countLetters(shop: TestShop, kind: 'order' | 'refund') {
  return (await shop.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.kind, kind))).length;
}
