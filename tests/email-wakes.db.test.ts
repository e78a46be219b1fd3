/**
 * Actions that queue an email wake the email worker once, after their transaction commits. `withLockedOrder` runs all actions on an
 * existing order, and wakes the worker.
 */
import { isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { addToCart } from '../app/cart/cart.server.ts';
import { placeOrder } from '../app/checkout/place-order.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';
import { messages } from '../app/messages/tables.server.ts';
import { cancelOwnOrder } from '../app/orders/cancel-order.server.ts';
import { stole, validDeliveryForm } from './fixtures/checkout.ts';
import type { TestShop } from './fixtures/shop.ts';
import { signInAs } from './fixtures/sign-in.ts';
import { cashOrder, manualShipping, paidOrder, unpaidOrder } from './fixtures/sold-orders.ts';
import { signInAsStaff } from './fixtures/staff.ts';
import { it } from './fixtures/world.ts';

type Post = (path: string, body: unknown) => Promise<unknown>;
/** Prepares the shop. Returns the action. */
type Prepared = (shop: TestShop, post: Post) => Promise<() => Promise<unknown>>;

const actions: Record<string, Prepared> = {
  'an order is placed': async (shop) => {
    const { id } = await signInAs(shop, 'asha.new@example.in');
    await addToCart(shop, id, stole, { quantity: 1 });
    return () => placeOrder(shop, id, { details: { shippingInfo: validDeliveryForm }, method: 'COD' });
  },
  'an order is paid': async (shop) => {
    return (await unpaidOrder(shop, 'asha.new')).pay;
  },
  'a customer cancels an order': async (shop) => {
    const { customerId, order } = await cashOrder(shop, 'asha.new');
    return () => cancelOwnOrder(shop, customerId, order.id);
  },
  'staff ship an order': async (shop, post) => {
    const { order } = await cashOrder(shop, 'asha.new');
    await post(`/orders/${order.id}/pack`, {});
    return () => post(`/orders/${order.id}/ship`, { courier: 'manual', manual: manualShipping });
  },
  'staff refund an order': async (shop, post) => {
    const { order } = await paidOrder(shop, 'asha.new');
    return () => post(`/orders/${order.id}/refund`, { amount: 10, reason: 'A flaw.', refundedBefore: 0 });
  },
  'staff reply to a message': async (shop, post) => {
    const message = { name: 'Asha', email: 'asha.new@example.in', message: 'Is it woven?', piece: null };
    const [row] = await shop.db
      .insert(messages)
      .values({ ...message, createdAt: shop.clock.now() })
      .returning({ id: messages.id });
    return () => post(`/messages/${row?.id}/answer`, { text: 'By hand.', seenReplyCount: 0 });
  },
  'staff send a failed email again': async (shop, post) => {
    const [failed] = await shop.db
      .insert(outbox)
      .values({
        ...{ kind: 'test', to: 'asha.new@example.in', subject: 'Hello', text: 'Hello', html: 'Hello' },
        createdAt: shop.clock.now(),
        failedAt: shop.clock.now(),
      })
      .returning({ id: outbox.id });
    return () => post(`/emails/${failed?.id}/retry`, {});
  },
};

/** Lists the emails that have not failed. */
const listEmails = ({ db }: TestShop) => db.select().from(outbox).where(isNull(outbox.failedAt));

it.for(Object.entries(actions))('wakes the email worker once when %s', async ([, prepare], { shop, app }) => {
  const { headers } = await signInAsStaff(shop, 'staff');
  const act = await prepare(shop, async (path, body) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await app.request(`/api/admin${path}`, init);
    expect(response.status, await response.text()).toBe(200);
  });
  const wakes = shop.recorded.emailWakes;
  const emails = (await listEmails(shop)).length;
  await act();
  expect((await listEmails(shop)).length).toBe(emails + 1);
  expect(shop.recorded.emailWakes).toBe(wakes + 1);
});
