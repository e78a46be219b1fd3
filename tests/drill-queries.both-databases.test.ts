import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject } from 'vitest';
import { listEnabledStaff } from '../app/admin/sign-in/staff.server.ts';
import { staff } from '../app/admin/tables.server.ts';
import { Placed } from '../app/checkout/contract.ts';
import { listTiles } from '../app/content/content.server.ts';
import { recordEvent } from '../app/foundation/jobs/events.server.ts';
import { inTransaction } from '../app/foundation/shop.server.ts';
import { events, outbox } from '../app/foundation/tables.server.ts';
import { announceEvents, sendNotifications } from '../app/notifications/notification-worker.server.ts';
import { orderRequests } from '../app/orders/tables.server.ts';
import { stockLevels } from '../app/stock/tables.server.ts';
import { pretendBankPayments } from '../sandbox/tables.server.ts';
import { auditDelayMs, auditShop, findDifferences } from '../tools/drills/audit.ts';
import * as queries from '../tools/drills/queries.ts';
import {
  countExpiries,
  countNotifications,
  countPendingOrders,
  countSeeded,
  countUnsentEmails,
  endLeases,
  endPauses,
  expirePendingOrders,
  insertOwners,
  listOrderIds,
  readCountedGuesses,
  readStockLevel,
  setFirstTileTitle,
  setPrice,
  terminateListeners,
} from '../tools/drills/queries.ts';
import type { OrderAttempt } from '../tools/drills/simulated-shoppers.ts';
import { orderDetails, shopperWith, shopWithBank, stole } from './fixtures/checkout.ts';
import type { TestShop } from './fixtures/shop.ts';
import { it } from './fixtures/world.ts';

const drills = path.join(import.meta.dirname, '..', 'tools', 'drills');
const cashKey = '5b0ea2dc-8b16-4c3c-9d3e-0d2f6a8f7c11';

/** Places a COD order, a paid and an unpaid online order, as the simulated shoppers do. Then advances the clock to the audit. */
async function simulateOrders(shop: TestShop): Promise<OrderAttempt[]> {
  const { app } = shopWithBank(shop);
  const cash = await shopperWith(shop, app, 'shopper-1', stole);
  const response = await cash.post('/checkout/', { orderDetails }, { 'idempotency-key': cashKey });
  const { order } = Placed.parse(await response.json());
  const paying = await shopperWith(shop, app, 'shopper-2', stole);
  const paid = await paying.startPayment();
  await app.request(`/pretend-bank/${paid.order.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ how: 'pay' }),
  });
  await (await shopperWith(shop, app, 'shopper-3', stole)).startPayment();
  shop.clock.advance(auditDelayMs);
  return [
    { customerId: cash.id, key: cashKey, method: 'COD', tryCount: 1, orderId: order._id, placed: order },
  ];
}

it('the audit finds no fault in correct orders, and reports the first three differences after the stock was changed', async ({
  shop,
}) => {
  const attempts = await simulateOrders(shop);
  expect(await countPendingOrders(shop)).toBe(2);
  expect(await auditShop(shop, attempts)).toEqual({ orders: 3, placed: 2, faults: [] });
  const agree = { promise: 'embedded: stock, money and invoices agree line by line' };
  expect(await findDifferences(shop)).toEqual({ ...agree, measured: '3 orders; no difference', holds: true });
  await shop.db.update(stockLevels).set({ onHand: sql`on_hand + 1` });
  const { measured, holds } = await findDifferences(shop);
  expect(holds).toBe(false);
  expect(measured).toMatch(/^3 orders; \d\d differences: (\S+: \d+ on hand, \d+ by its movements(; )?){3}$/);
});

it.for<[fault: RegExp, cause: (shop: TestShop) => Promise<unknown>]>([
  [/^TB\d+, placed, has 0 confirmation emails$/, ({ db }) => db.delete(outbox)],
  [/^TB\d+, placed, has 0 order-placed events$/, ({ db }) => db.delete(events)],
  [
    /^TB\d+ has 0 idempotency keys$/,
    ({ db }) => db.delete(orderRequests).where(eq(orderRequests.key, cashKey)),
  ],
  [/^the acknowledged order \S+ is lost$/, ({ db }) => db.delete(orderRequests)],
  [
    /^2 units are still held$/,
    ({ db }) => db.update(stockLevels).set({ held: 2 }).where(eq(stockLevels.variantId, stole)),
  ],
  [
    /^the bank captured 1 payments without a receipt$/,
    ({ db }) => db.update(pretendBankPayments).set({ id: 'pay_unknown' }),
  ],
])('the audit reports %s', async ([fault, cause], { shop }) => {
  const attempts = await simulateOrders(shop);
  await auditShop(shop, []);
  await cause(shop);
  const { faults } = await auditShop(shop, attempts);
  expect(faults).toContainEqual(expect.stringMatching(fault));
});

it('lists a new order, reads its held unit, and expires the order once', async ({ shop }) => {
  const { startPayment } = await shopperWith(shop, shopWithBank(shop).app, 'unpaid-1', stole);
  const { orderId } = await startPayment();
  expect(await listOrderIds(shop)).toContain(orderId);
  expect(await readStockLevel(shop, stole)).toMatchObject({ onHand: 40, held: 1 });
  await expirePendingOrders(shop);
  expect(await countExpiries(shop, 'unpaid-%')).toEqual({ pending: 1, expired: 0, expiries: 0 });
  await auditShop(shop, []);
  expect(await countExpiries(shop, 'unpaid-%')).toEqual({ pending: 0, expired: 1, expiries: 1 });
});

it('the queries of the drills count guesses, unsent emails and seeded rows, and change a price and a tile', async ({
  shop,
  app,
}) => {
  await setPrice(shop, 'TB-SAR-001', 2_100_700);
  await setFirstTileTitle(shop, 'Tile of round 7');
  expect(await (await app.request('/api/product/get-single/TB-SAR-001')).text()).toContain('21007');
  expect((await listTiles(shop))[0]?.title).toBe('Tile of round 7');
  const { post } = await shopperWith(shop, shopWithBank(shop).app, 'guest');
  await post('/user/send-otp', { email: 'many@example.in' });
  await post('/user/verify-otp', { email: 'many@example.in', otp: '000000' });
  expect(await readCountedGuesses(shop, 'many@example.in')).toBe(1);
  const email = { kind: 'drill', to: 'reader@example.in', subject: 'S', text: 'T', html: 'H' };
  await shop.db.insert(outbox).values([email, { ...email, sentAt: shop.clock.now() }]);
  expect(await countUnsentEmails(shop, 'drill')).toBe(1);
  const counts = Object.values(await countSeeded(shop));
  expect(counts.filter((count) => !(Number(count) > 0))).toEqual([]);
});

it('the queries of the drills count the notifications of owners', async ({ shop }) => {
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
  await insertOwners(shop, 2);
  const [orderId = ''] = await listOrderIds(shop);
  const announce = async () => {
    await inTransaction(shop, (tx) => recordEvent(tx, { kind: 'order-placed', payload: { orderId } }));
    await announceEvents(shop, listEnabledStaff);
    await sendNotifications(shop, listEnabledStaff);
  };
  await announce();
  await announce();
  expect(await countNotifications(shop)).toMatchObject({ notifications: 4, emails: 2, open: 4, lost: 0 });
  await endPauses(shop);
  await announce();
  const counts = { events: 3, notifications: 6, emails: 4, open: 4, lost: 0, wrong: 0 };
  expect(await countNotifications(shop)).toEqual(counts);
  shop.clock.advance(1000);
  await endLeases(shop);
  const now = shop.clock.now();
  expect(await shop.db.$count(outbox, eq(outbox.nextTryAt, now))).toBe(4);
  await shop.db.update(outbox).set({ subject: '7 events in your shop' });
  expect(await countNotifications(shop)).toMatchObject({ wrong: 4 });
  await shop.db.delete(outbox);
  expect(await countNotifications(shop)).toMatchObject({ emails: 0, lost: 6 });
});

it.runIf(inject('seededWorld').engine === 'postgres')(
  'the drills terminate no connection of another database',
  async ({ shop }) => {
    expect(await shop.db.execute(sql.raw(terminateListeners))).toMatchObject({ rows: [] });
  },
);

it('every query of the drills is tested here or in the audit', () => {
  const callers = [import.meta.filename, path.join(drills, 'audit.ts')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  expect(Object.keys(queries).filter((name) => !callers.join().match(`[^'\\w]${name}[)(]`))).toEqual([]);
});

it('the SQL of the drills is in one file', () => {
  const withSql = globSync('*.ts', { cwd: drills }).filter((file) =>
    readFileSync(path.join(drills, file), 'utf8').includes("from 'drizzle-orm'"),
  );
  expect(withSql).toEqual(['queries.ts']);
});
