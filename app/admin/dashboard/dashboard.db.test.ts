import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { exampleMessage, exampleReview } from '../../../tests/fixtures/admin-examples.ts';
import { appFor, problemOf, readAs } from '../../../tests/fixtures/api.ts';
import { gulnar } from '../../../tests/fixtures/checkout.ts';
import { countStatements } from '../../../tests/fixtures/count-statements.ts';
import {
  advanceOrderByHand,
  packOrder,
  refundOrder,
  shipOrder,
} from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder, deliverOrder, manualShipping, paidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { duplicateProduct } from '../../catalogue/edit-product.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { listOrders } from '../../orders/for-staff/list-orders.server.ts';
import { requestReturn } from '../../orders/returns/return-order.server.ts';
import { webhookInbox } from '../../payments/tables.server.ts';
import { handleWebhooks } from '../../payments/webhooks.server.ts';
import { courierInbox } from '../../shipping/tables.server.ts';
import { ProductsQuery } from '../catalogue/contract.ts';
import { listProductsForAdmin } from '../catalogue/products.server.ts';
import { auditLog } from '../tables.server.ts';
import { FailedItems } from './contract.ts';
import { readDashboard, readFailedItems, readMenuCounts } from './dashboard.server.ts';
import { stockLists } from './todo.ts';

/** Creates a delivered order with a return request. */
async function requestedReturn(shop: TestShop) {
  const returned = await cashOrder(shop, 'asha.new');
  await deliverOrder(shop, returned.order.id);
  const why = { reason: 'It is not what I ordered', note: '' };
  await requestReturn(shop, returned.customerId, returned.order.id, why);
  return returned;
}

describe('the dashboard [F-143]', () => {
  it('shows the same numbers of open tasks as the menu, and sends a failed email again if staff request it', async ({
    shop,
    app,
  }) => {
    const packable = await cashOrder(shop, 'meera.new');
    const returned = await requestedReturn(shop);
    await refundOrder(shop, returned.order.id, { amountPaise: 100, reason: 'A flaw.' });
    const packed = await cashOrder(shop, 'sofia.new');
    await packOrder(shop, packed.order.id);
    await exampleMessage(shop);
    await exampleReview(shop);
    const failedAt = shop.clock.now();
    const failed = { failedAt, sentAt: null, lastError: 'no such box' };
    await shop.db.update(outbox).set(failed).where(eq(outbox.kind, 'refund'));
    const event = { provider: 'razorpay', eventId: 'evt_1', body: '{}', receivedAt: failedAt };
    await shop.db.insert(webhookInbox).values({ ...event, nextTryAt: failedAt, failedAt });
    expect(await readDashboard(shop)).toMatchObject({
      day: '2026-11-21',
      toPack: { count: 1, examples: [packable.order.number] },
      returnsToDecide: { count: 1, examples: [returned.order.number, '“It is not what I ordered”'] },
      awaitingPickup: { count: 1 },
      toInspect: { count: 0 },
      messages: { count: 1, examples: ['Asha'] },
      ...{ manualRefundCount: 1, failedWebhookCount: 1, failedEmailCount: 1, refusedShipmentCount: 0 },
    });
    // The menu reads its counts with a statement of its own. They must equal those of the dashboard.
    const { waitingReviewCount } = await readDashboard(shop);
    const counts = {
      toPack: 1,
      awaitingPickup: 1,
      returnsToDecide: 1,
      reviews: waitingReviewCount,
      messages: 1,
    };
    expect(await readMenuCounts(shop)).toEqual(counts);
    expect(waitingReviewCount).toBeGreaterThan(0);
    expect(await countStatements(() => readMenuCounts(shop))).toBe(1);
    expect(await readFailedItems(shop)).toMatchObject({
      emails: [{ kind: 'refund', error: 'no such box' }],
      webhooks: [{ id: 'evt_1', kind: 'razorpay' }],
    });
    const { headers } = await signInAsStaff(shop, 'staff');
    const [mail] = (await readFailedItems(shop)).emails;
    const retry = () => app.request(`/api/admin/emails/${mail?.id}/retry`, { method: 'POST', headers });
    expect(await readAs(FailedItems, retry())).toMatchObject({ emails: [] });
    expect((await readDashboard(shop)).failedEmailCount).toBe(0);
    expect(await problemOf(retry())).toMatchObject({ title: 'no-such-email' });
    const log = await shop.db.select().from(auditLog);
    expect(log).toMatchObject([{ action: 'email.retry', subjectId: mail?.id }]);
  });

  it('shows counts that match the linked lists of orders: orders to pack, to ship and to collect cash for', async ({
    shop,
  }) => {
    const { order } = await cashOrder(shop, 'meera.new');
    const countsOf = async () => {
      const { toPack, awaitingPickup, cashOutstanding } = await readDashboard(shop);
      return [toPack.count, awaitingPickup.count, cashOutstanding.count];
    };
    const listed = async (waits: 'pickup' | 'cash') =>
      (await listOrders(shop, { q: '', sort: '', after: '', limit: 50, waits })).rows.length;
    expect(await countsOf()).toEqual([1, 0, 0]);
    await packOrder(shop, order.id);
    expect(await countsOf()).toEqual([0, 1, 0]);
    expect(await listed('pickup')).toBe(1);
    await shipOrder(shop, order.id, { courier: 'manual', manual: manualShipping });
    expect(await countsOf()).toEqual([0, 0, 1]);
    expect(await listed('cash')).toBe(1);
    expect((await readDashboard(shop)).cashOutstanding.amount).toBe(order.totalPaise / 100);
    await advanceOrderByHand(shop, order.id, 'delivered');
    expect(await countsOf()).toEqual([0, 0, 0]);
  });

  it('lists products with low stock, and its counts of low and sold-out stock match the linked lists of products', async ({
    shop,
  }) => {
    const before = await readDashboard(shop);
    await paidOrder(shop, 'meera.new', gulnar);
    const { lowStock, ...after } = await readDashboard(shop);
    expect(after.soldOutCount).toBe(before.soldOutCount + 1);
    expect(after.lowStockCount).toBe(before.lowStockCount - 1);
    expect(lowStock).toHaveLength(6);
    expect(lowStock.map(({ left }) => left)).toEqual(lowStock.map(({ left }) => left).toSorted());
    // A duplicated product is a draft without stock.
    await duplicateProduct(shop, gulnar);
    const rowsOf = async (link: string) => {
      const query = Object.fromEntries(new URL(link, 'https://shop.example').searchParams);
      return (await listProductsForAdmin(shop, ProductsQuery.parse(query))).rows.length;
    };
    expect(await readDashboard(shop)).toMatchObject({
      soldOutCount: await rowsOf(stockLists.out),
      lowStockCount: await rowsOf(stockLists.low),
    });
  });
});

describe('a failed webhook event', () => {
  const paymentEvent = { provider: 'pretend-bank', eventId: 'evt_1' };
  const courierEvent = { provider: 'pretend', eventId: 'news-1' };

  /** Inserts a failed event into the webhook inboxes of the payment provider and the courier. */
  async function insertFailedEvents(shop: TestShop) {
    const now = shop.clock.now();
    const times = { receivedAt: now, nextTryAt: now, failedAt: now };
    const failed = { ...times, body: '{}', tries: 6, lastError: 'away' };
    await shop.db.insert(webhookInbox).values([
      { ...failed, ...paymentEvent },
      { ...failed, ...paymentEvent, eventId: 'evt_2' },
      { ...failed, ...paymentEvent, eventId: 'evt_done', failedAt: null, handledAt: now },
    ]);
    await shop.db.insert(courierInbox).values({ ...courierEvent, ...failed });
  }

  type Event = typeof paymentEvent;
  async function callerFor(shop: TestShop) {
    const { headers } = await signInAsStaff(shop, 'staff');
    const app = appFor(shop);
    return ({ provider, eventId }: Event) =>
      app.request(`/api/admin/events/${provider}/${eventId}/retry`, { method: 'POST', headers });
  }

  it('is retried on request, for payments and couriers, with an audit entry', async ({ shop }) => {
    await insertFailedEvents(shop);
    const retry = await callerFor(shop);
    shop.clock.advance(60_000);
    const left = await readAs(FailedItems, retry(paymentEvent));
    expect(left.webhooks.map(({ id }) => id).toSorted()).toEqual(['evt_2', 'news-1']);
    await readAs(FailedItems, retry(courierEvent));
    expect((await readFailedItems(shop)).webhooks).toMatchObject([{ id: 'evt_2', kind: 'pretend-bank' }]);
    expect((await readDashboard(shop)).failedWebhookCount).toBe(1);
    const handled: string[] = [];
    const handle = async (body: string) => void handled.push(body);
    expect(await handleWebhooks(shop, { name: 'pretend-bank' }, handle)).toBe(1);
    const due = { failedAt: null, tries: 0, nextTryAt: shop.clock.now(), handledAt: null };
    expect(await shop.db.select().from(courierInbox)).toMatchObject([due]);
    const isRetry = eq(auditLog.action, 'webhook.retry');
    expect(await shop.db.select().from(auditLog).where(isRetry).orderBy(auditLog.id)).toMatchObject([
      { subjectKind: 'webhook', subjectId: 'evt_1', after: { provider: 'pretend-bank' } },
      { subjectKind: 'webhook', subjectId: 'news-1', after: { provider: 'pretend' } },
    ]);
  });

  it('can be retried once, and only if a worker handles the events of its provider', async ({ shop }) => {
    await insertFailedEvents(shop);
    const retry = await callerFor(shop);
    expect((await retry(paymentEvent)).status).toBe(200);
    const handled = { ...paymentEvent, eventId: 'evt_done' };
    for (const wrong of [paymentEvent, handled, { ...paymentEvent, eventId: 'evt_3' }])
      expect(await problemOf(retry(wrong))).toMatchObject({ status: 404, title: 'no-such-webhook' });
    // No worker handles events of a provider that is not set up, so a retry would hide the event without an effect.
    await shop.db.update(courierInbox).set({ provider: 'shiprocket' });
    const left = { ...courierEvent, provider: 'shiprocket' };
    expect(await problemOf(retry(left))).toMatchObject({ status: 409, title: 'sender-not-set-up' });
    expect(await shop.db.select().from(auditLog).where(eq(auditLog.action, 'webhook.retry'))).toHaveLength(1);
    expect(await shop.db.select().from(courierInbox)).toMatchObject([{ tries: 6 }]);
  });

  it('has its count of tries reset when staff retry it', async ({ shop }) => {
    await insertFailedEvents(shop);
    await (await callerFor(shop))(paymentEvent);
    const handle = () => Promise.reject(new Error('away'));
    await handleWebhooks(shop, { name: 'pretend-bank' }, handle);
    const [event] = await shop.db.select().from(webhookInbox).where(eq(webhookInbox.eventId, 'evt_1'));
    expect(event).toMatchObject({ tries: 1, failedAt: null, lastError: 'away' });
  });
});

it('the dashboard runs the same number of database statements for many orders as for one order [S-API-24]', async ({
  shop,
}) => {
  await cashOrder(shop, 'meera.new');
  const quiet = await countStatements(() => readDashboard(shop));
  for (let more = 0; more < 4; more++) await cashOrder(shop, 'asha.new');
  const { order } = await paidOrder(shop, 'sofia.new', gulnar);
  await deliverOrder(shop, order.id);
  expect(await countStatements(() => readDashboard(shop))).toBe(quiet);
  expect(quiet).toBeLessThanOrEqual(12);
});
