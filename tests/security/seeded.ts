/** A shop with an example request to each endpoint. Each request is rolled back. */
import { readAdminContent } from '../../app/admin/content/content.server.ts';
import { createApp } from '../../app/app.server.ts';
import { addToCart } from '../../app/cart/cart.server.ts';
import { Cart } from '../../app/cart/contract.ts';
import { PaymentOrder, Placed } from '../../app/checkout/contract.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { andRolledBack as rollBackAfter } from '../engine/rolled-back.ts';
import { exampleMessage, exampleReview } from '../fixtures/admin-examples.ts';
import { stole } from '../fixtures/checkout.ts';
import { exampleImport } from '../fixtures/imports.ts';
import { advanceOrderByHand, askAboutReturn, packOrder } from '../fixtures/order-actions.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder } from '../fixtures/sold-orders.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../fixtures/staff.ts';
import { access, fillIn, orderDetails } from './access.ts';
import { adminAccess } from './admin-access.ts';
import { valueAt } from './described-operations.ts';

/** Creates an app. Its `andRolledBack` runs requests in a transaction and rolls the transaction back. */
export function rolledBackApp(shop: TestShop) {
  let db = shop.db;
  const now = {
    ...shop,
    get db() {
      return db;
    },
  };
  const app = createApp({ shop: now });

  const andRolledBack = <T>(work: () => Promise<T>): Promise<T> =>
    rollBackAfter(shop, (tx) => {
      db = tx.db;
      return work();
    }).finally(() => {
      db = shop.db;
    });

  /** Sends an example. By default its body is that of the example. Keeps the changes of the request. */
  const sendAndKeep = async (
    method: string,
    { path, body, token }: Example,
    headers: Record<string, string> = {},
    sent = JSON.stringify(body ?? {}),
  ) =>
    app.request(`/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method !== 'GET' && { body: sent }),
    });
  const send: typeof sendAndKeep = (...request) => andRolledBack(() => sendAndKeep(...request));

  return { shop: now, app, andRolledBack, sendAndKeep, send };
}

/** Seeds the data for the examples in `adminAccess`. Returns the ids and versions for their placeholders. */
async function seedAdminExamples(shop: Shop): Promise<Record<string, string>> {
  const member = await signInAsStaff(shop, 'staff', 'bina@example.in');
  const { settings, banners, tiles, videos, stores, pages } = await readAdminContent(shop);
  const unknown = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
  return {
    ...{ unknown, sessions: unknown, emails: unknown, shipment: unknown, refund: unknown, id: unknown },
    ...{ products: 'TB-SAR-001', file: 'tb-sar-001-1.jpg', slug: 'return-policy', position: 'first' },
    provider: 'pretend-bank',
    // An edit must name the version that it changes.
    ...{ textsVersion: settings.versions.texts, sellerVersion: settings.versions.seller },
    heroVersion: banners.find(({ position }) => position === 'first')?.version ?? '',
    ...{ tilesVersion: tiles.version, videosVersion: videos.version, storesVersion: stores.version },
    policyVersion: pages.find(({ slug }) => slug === 'return-policy')?.version ?? '',
    storyVersion: pages.find(({ slug }) => slug === 'our-story')?.version ?? '',
    team: member.id,
    messages: await exampleMessage(shop),
    reviews: await exampleReview(shop),
    imports: await exampleImport(shop, member.id),
    customers: (await signInAs(shop, 'customer@example.in')).id,
    orders: (await cashOrder(shop, 'meera.new')).order.id,
  };
}

export type Example = { path: string; body: unknown; token: string | undefined };

/**
 * Seeds data for a request to each endpoint: customers, carts, orders, messages and reviews. Returns a function that builds the
 * successful request to an endpoint, with the token of a permitted caller, and the ids of the customers' data.
 */
export async function seedEverything(shop: TestShop) {
  const app = createApp({ shop });
  const asha = await signInAs(shop, 'asha@example.in');
  const send = async (method: string, path: string, body: unknown, { headers } = asha): Promise<unknown> => {
    const response = await app.request(`/api${path}`, { method, headers, body: JSON.stringify(body) });
    return response.json();
  };
  const deliveredOrder = async (product: string, customer = asha) => {
    await send('POST', `/cart/add/${product}`, { quantity: 1 }, customer);
    const { order } = Placed.parse(await send('POST', '/checkout/', { orderDetails }, customer));
    await packOrder(shop, order._id);
    await advanceOrderByHand(shop, order._id, 'delivered');
    return order._id;
  };
  const delivered = await deliveredOrder('TB-SAR-001');
  // Two orders need different times, because lists are sorted by time.
  shop.clock.advance(1000);
  const cart = Cart.parse(await send('POST', '/cart/add/TB-SAR-002', { quantity: 1 }));
  await send('PUT', '/wishlist/TB-SAR-008', {});
  const share = await send('POST', '/wishlist/share', {});
  const { order, orderId } = PaymentOrder.parse(
    await send('POST', '/payment/create-order', { orderDetails }),
  );
  const paid = await payAtBank(shop, order.id, 'pay', false);
  if (paid.outcome === 'failed') throw new Error('the pretend bank rejected the payment');

  // Farah has no unpaid order. At the provider, the first customer's unpaid order is already paid.
  const farah = await signInAs(shop, 'farah@example.in');
  const questioned = await deliveredOrder(stole, farah);
  await send('POST', `/shipment/return/${questioned}`, {}, farah);
  await askAboutReturn(shop, questioned, 'Which thread is torn?');
  await addToCart(shop, farah.id, 'TB-SAR-003', { quantity: 1 });
  const forFarah = ['POST /checkout/', 'POST /payment/create-order', 'POST /order/{id}/return/answer'];
  const ids = {
    ...{ line: cart.items[0]?._id ?? '', share: String(valueAt(share, 'url')).split('/').at(-1) ?? '' },
    ...{ order: orderId, delivered, questioned, bankOrder: order.id },
    ...{ payment: paid.razorpay_payment_id, signature: paid.razorpay_signature },
  };

  const adminIds = await seedAdminExamples(shop);
  const tokens = {
    pending: (await signInWithoutSecondFactor(shop)).token,
    staff: (await signInAsStaff(shop, 'staff')).token,
    owner: (await signInAsStaff(shop)).token,
    public: undefined,
  };
  const exampleOf = (name: string): Example => {
    const row = access[name] ?? adminAccess[name];
    if (!row) throw new Error(`${name} has no example`);
    const customer = forFarah.includes(name) ? farah : asha;
    const token = row.access === 'signed in' ? customer.token : tokens[row.access];
    return { ...fillIn(name, row, { ...ids, ...adminIds }), token };
  };
  return { exampleOf, ids: { ...ids, asha: asha.id, farah: farah.id } };
}
