import { eq } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import { PgliteSession } from 'drizzle-orm/pglite';
import { afterEach, describe, expect, vi } from 'vitest';
import { exampleMessage } from '../../../tests/fixtures/admin-examples.ts';
import { problemOf, readAs } from '../../../tests/fixtures/api.ts';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { cashOrder, deliverOrder, paidOrder, unpaidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { duplicateProduct } from '../../catalogue/edit-product.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { cancelOrder } from '../../orders/cancel-order.server.ts';
import { refundOrder } from '../../orders/refund-order.server.ts';
import { requestReturn } from '../../orders/returns/return-order.server.ts';
import { webhookInbox } from '../../payments/tables.server.ts';
import { ProductsQuery } from '../catalogue/contract.ts';
import { listProductsForAdmin } from '../catalogue/products.server.ts';
import { auditLog } from '../tables.server.ts';
import { FailedItems } from './contract.ts';
import { readDashboard } from './dashboard.server.ts';
import { readFailedItems } from './failed-items.server.ts';
import { stockLists } from './todo.ts';

afterEach(() => vi.restoreAllMocks());

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const prepared = [
    vi.spyOn(PgliteSession.prototype, 'prepareQuery'),
    vi.spyOn(NodePgSession.prototype, 'prepareQuery'),
  ];
  await work();
  const count = prepared.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.restoreAllMocks();
  return count;
}

describe('what waits [F-143]', () => {
  it('tells of orders, returns, messages, cash to give back, mails and news', async ({ shop, app }) => {
    const packable = await cashOrder(shop, 'meera.new');
    const returned = await cashOrder(shop, 'asha.new');
    await deliverOrder(shop, returned.order.id);
    const why = { reason: 'It is not what I ordered', note: '' };
    await requestReturn(shop, returned.customerId, returned.order.id, why);
    await refundOrder(shop, returned.order.id, { amountPaise: 100, reason: 'A flaw.' });
    await exampleMessage(shop);
    const failedAt = shop.clock.now();
    await shop.db
      .update(outbox)
      .set({ failedAt, sentAt: null, lastError: 'no such box' })
      .where(eq(outbox.kind, 'refund'));
    await shop.db.insert(webhookInbox).values({
      provider: 'razorpay',
      eventId: 'evt_1',
      body: '{}',
      receivedAt: failedAt,
      nextTryAt: failedAt,
      failedAt,
    });
    expect(await readDashboard(shop)).toMatchObject({
      day: '2026-11-21',
      toPack: { count: 1, examples: [packable.order.number] },
      returnsToDecide: { count: 1, examples: [returned.order.number, '“It is not what I ordered”'] },
      toInspect: { count: 0 },
      messages: { count: 1, examples: ['Asha'] },
      manualRefundCount: 1,
      failedWebhookCount: 1,
      failedEmailCount: 1,
      refusedShipmentCount: 0,
    });
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

  it('tells of pieces of which few are left, the fewest first, and counts those that are gone', async ({
    shop,
  }) => {
    const before = await readDashboard(shop);
    await paidOrder(shop, 'meera.new', gulnar);
    const after = await readDashboard(shop);
    expect(after.soldOutCount).toBe(before.soldOutCount + 1);
    expect(after.lowStockCount).toBe(before.lowStockCount - 1);
    expect(after.lowStock).toHaveLength(6);
    expect(after.lowStock.map(({ left }) => left)).toEqual(after.lowStock.map(({ left }) => left).toSorted());
  });

  it('lists the units that are left of each product', async ({ shop }) => {
    const { lowStock } = await readDashboard(shop);
    const { rows } = await listProductsForAdmin(shop, ProductsQuery.parse({ stock: 'low', state: 'live' }));
    const stockOf = new Map(
      rows.map(({ id, sizes }) => [id, sizes.reduce((sum, { onHand, held }) => sum + onHand - held, 0)]),
    );
    const few = lowStock.filter(({ left }) => left > 0);
    expect(few.map(({ left }) => left)).toEqual(few.map(({ id }) => stockOf.get(id)));
    expect(few.length).toBeGreaterThan(0);
  });

  it('counts as many sold-out and low-stock products as the linked lists show', async ({ shop }) => {
    await paidOrder(shop, 'meera.new', gulnar);
    // A draft copy has no stock.
    await duplicateProduct(shop, gulnar);
    const rowsOf = async (link: string) => {
      const query = ProductsQuery.parse(
        Object.fromEntries(new URL(link, 'https://shop.example').searchParams),
      );
      return (await listProductsForAdmin(shop, query)).rows.length;
    };
    const { soldOutCount, lowStockCount } = await readDashboard(shop);
    expect({
      soldOutCount: await rowsOf(stockLists.out),
      lowStockCount: await rowsOf(stockLists.low),
    }).toEqual({
      soldOutCount,
      lowStockCount,
    });
    expect(soldOutCount).toBeGreaterThan(0);
  });
});

describe('what sold [F-142]', () => {
  it('by the day in India, without what was cancelled or never paid', async ({ shop }) => {
    // A quarter past midnight in India is still yesterday in UTC.
    shop.clock.set('2026-11-20T00:15:00+05:30');
    const first = await cashOrder(shop, 'meera.new', stole);
    shop.clock.set('2026-11-21T12:00:00+05:30');
    const second = await paidOrder(shop, 'asha.new', gulnar);
    await unpaidOrder(shop, 'sofia.new', stole);
    const gone = await cashOrder(shop, 'ritu.new', stole);
    await cancelOrder(shop, { actor: 'merchant', orderId: gone.order.id });
    const { sales, prepaidPercent, returnedPercent, bestSellers } = await readDashboard(shop);
    expect(sales).toHaveLength(30);
    expect(sales.at(0)?.day).toBe('2026-10-23');
    expect(sales.slice(-2)).toEqual([
      { day: '2026-11-20', total: first.order.totalPaise / 100, orders: 1 },
      { day: '2026-11-21', total: second.order.totalPaise / 100, orders: 1 },
    ]);
    expect({ prepaidPercent, returnedPercent }).toEqual({ prepaidPercent: 50, returnedPercent: 0 });
    expect(bestSellers).toMatchObject([
      { id: gulnar, sold: 1, total: 24_800 },
      { id: stole, sold: 1 },
    ]);
  });

  it('of a shop that has sold nothing yet, nothing', async ({ shop }) => {
    const { sales, prepaidPercent, bestSellers, latest } = await readDashboard(shop);
    expect(sales.every(({ total }) => total === 0)).toBe(true);
    expect({ prepaidPercent, bestSellers, latest }).toEqual({
      prepaidPercent: null,
      bestSellers: [],
      latest: [],
    });
  });
});

it('a busy day takes as many statements as a quiet one [S-API-24]', async ({ shop }) => {
  await cashOrder(shop, 'meera.new');
  const quiet = await countStatements(() => readDashboard(shop));
  for (let more = 0; more < 4; more++) await cashOrder(shop, 'asha.new');
  const { order } = await paidOrder(shop, 'sofia.new', gulnar);
  await deliverOrder(shop, order.id);
  expect(await countStatements(() => readDashboard(shop))).toBe(quiet);
  expect(quiet).toBeLessThanOrEqual(12);
});
