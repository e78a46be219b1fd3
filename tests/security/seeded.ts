/** A shop in which every call has an example, and which is as it was after each of them. */
import { createApp } from '../../app/app.server.ts';
import { Cart } from '../../app/cart/contract.ts';
import { PaymentOrder, Placed } from '../../app/checkout/contract.ts';
import { advanceOrderByHand, packOrder } from '../../app/orders/ship-order.server.ts';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { andRolledBack as takenBack } from '../engine/rolled-back.ts';
import { exampleMessage, exampleReview } from '../fixtures/admin-examples.ts';
import { contentVersions } from '../fixtures/content-examples.ts';
import { exampleImport } from '../fixtures/imports.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder } from '../fixtures/sold-orders.ts';
import { signInAsStaff, signInWithoutSecondFactor } from '../fixtures/staff.ts';
import { access, fillIn, orderDetails, unknownIds } from './access.ts';
import { adminAccess, fillInAdmin } from './admin-access.ts';
import { valueAt } from './described-endpoints.ts';

/** The whole shop over a database to which it can be said: as before. */
export function rolledBackApp(shop: TestShop) {
  let db = shop.db;
  const now = {
    ...shop,
    get db() {
      return db;
    },
  };
  const app = createApp({ shop: now });

  /** Does it and takes it back, so that the same can be done again. */
  const andRolledBack = <T>(work: () => Promise<T>): Promise<T> =>
    takenBack(shop, (tx) => {
      db = tx.db;
      return work();
    }).finally(() => {
      db = shop.db;
    });

  return { shop: now, app, andRolledBack };
}

export type Example = { path: string; body: unknown; token: string | undefined };

/**
 * Puts something there for each call to be about: people, their carts and orders, messages, reviews. Answers how each
 * call is called so that it succeeds, by whoever may call it.
 */
export async function seedEverything(shop: TestShop): Promise<(name: string) => Example> {
  const app = createApp({ shop });
  const asha = await signInAs(shop, 'asha@example.in');
  const send = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: asha.headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  await send('POST', '/cart/add/TB-SAR-001', { quantity: 1 });
  const { order: received } = Placed.parse(await send('POST', '/checkout/', { orderDetails }));
  await packOrder(shop, received._id);
  await advanceOrderByHand(shop, received._id, 'delivered');
  // A list of orders has the newest first, and of two of one moment any.
  shop.clock.advance(1000);
  const cart = Cart.parse(await send('POST', '/cart/add/TB-SAR-002', { quantity: 1 }));
  await send('PUT', '/wishlist/TB-SAR-008', {});
  const share = await send('POST', '/wishlist/share', {});
  const { order, orderId } = PaymentOrder.parse(
    await send('POST', '/payment/create-order', { orderDetails }),
  );
  const paid = await payAtBank(shop, order.id, 'pay', false);
  if (paid.outcome === 'failed') throw new Error('the bank did not take it');
  const own = {
    ...unknownIds,
    line: cart.items[0]?._id ?? '',
    share: String(valueAt(share, 'url')).split('/').at(-1) ?? '',
    order: orderId,
    delivered: received._id,
    bankOrder: order.id,
    payment: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
  };

  // A customer without an unpaid order, because the provider says that this one is paid.
  const farah = await signInAs(shop, 'farah@example.in');
  await app.request('/api/cart/add/TB-SAR-003', {
    method: 'POST',
    headers: farah.headers,
    body: JSON.stringify({ quantity: 1 }),
  });
  const orders = new Set(['POST /checkout/', 'POST /payment/create-order']);

  const member = await signInAsStaff(shop, 'staff', 'bina@example.in');
  const ids = {
    member: member.id,
    unknown: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11',
    message: await exampleMessage(shop),
    ...(await contentVersions(shop)),
    review: await exampleReview(shop),
    import: await exampleImport(shop, member.id),
    person: (await signInAs(shop, 'person@example.in')).id,
    order: (await cashOrder(shop, 'meera.new')).order.id,
  };
  const [pendingStaff, signedInStaff] = [await signInWithoutSecondFactor(shop), await signInAsStaff(shop)];

  return (name) => {
    const row = access[name];
    if (row) {
      const { token } = orders.has(name) ? farah : asha;
      return { ...fillIn(name, row, own), token: row.access === 'everybody' ? undefined : token };
    }
    const admin = adminAccess[name];
    if (!admin) throw new Error(`${name} has no example`);
    const tokens = {
      everybody: undefined,
      door: pendingStaff.token,
      staff: signedInStaff.token,
      owner: signedInStaff.token,
    };
    return { ...fillInAdmin(name, admin, ids), token: tokens[admin.access] };
  };
}
