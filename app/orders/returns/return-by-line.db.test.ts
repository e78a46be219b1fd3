import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../../tests/fixtures/checkout.ts';
import { registered } from '../../../tests/fixtures/invoices.ts';
import {
  askAboutReturn,
  decideReturn,
  inspectReturn,
  receiveReturn,
  refundOrder,
} from '../../../tests/fixtures/order-actions.ts';
import { unitsOf } from '../../../tests/fixtures/order-in-state.ts';
import {
  deliverOrder,
  emailsOf,
  giveBack,
  historyOf,
  invoicesOf,
  oneOf,
  paidOrder,
  readOrder,
  refundAmounts,
  refundsOf,
} from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { settings } from '../../content/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { events } from '../../foundation/tables.server.ts';
import { findShipment } from '../../shipping/shipments.server.ts';
import { readOrderOfCustomer } from '../customer-orders.server.ts';
import { readDocument } from '../invoices/invoice-document.server.ts';
import { orderLines } from '../tables.server.ts';
import type { Selection } from './contract.ts';
import { answerReturnQuestion, requestReturn } from './return-order.server.ts';
import { findLatestReturn } from './returns.server.ts';
import { returns } from './tables.server.ts';

const wrongItem = 'It is not what I ordered';
/** Creates a delivered order. Without `products`, the order contains a stole and a saree. */
async function delivered(shop: Shop, ...products: string[]) {
  const sold = await paidOrder(shop, 'meera.new', ...(products.length > 0 ? products : [gulnar, stole]));
  await deliverOrder(shop, sold.order.id);
  const request = (items?: Selection, reason = '') =>
    requestReturn(shop, sold.customerId, sold.order.id, { items, reason, note: '' });
  const returnItems = (items: Selection, reason?: string) => giveBack(shop, sold, items, reason);
  const [stoleItem, sareeItem] = [oneOf(sold, stole), oneOf(sold, gulnar)];
  const [stoleAt, sareeAt] = [stoleItem.position, sareeItem.position];
  return { ...sold, id: sold.order.id, request, returnItems, stoleAt, sareeAt, stoleItem, sareeItem };
}

/** Sets the delivery charge to ₹99 for every order, and whether returns refund the charge. */
async function chargeForDelivery(shop: Shop, { refundsDelivery }: { refundsDelivery: boolean }) {
  const shipping = { ...registered.shipping, freeFromPaise: 100_000_000, belowPaise: 9900 };
  const value = { ...registered, shipping, returns: { ...registered.returns, refundsDelivery } };
  await shop.db.update(settings).set({ value });
}

describe('a partial return', () => {
  it('refunds, restocks and credits exactly the returned line, and allows a later return of the other line', async ({
    shop,
  }) => {
    const sold = await delivered(shop);
    const { id, order, returnItems, customerId, stoleAt, sareeAt, stoleItem, sareeItem } = sold;
    const before = await readStockLevel(shop, stole);
    await returnItems([stoleItem]);
    expect(await receiveReturn(shop, id)).toBe('unchanged');
    expect(await inspectReturn(shop, id, { resellable: true })).toMatchObject({ state: 'delivered' });
    expect(await refundAmounts(shop, order)).toEqual([45_000]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
    const shown = await readOrderOfCustomer(shop, customerId, id);
    expect([stoleAt, sareeAt].map((line) => shown.orderItems[line]?.units[0]?.status)).toEqual([
      'Refunded',
      'Delivered',
    ]);
    expect(shown).toMatchObject({ state: 'delivered', mayReturn: true });

    await returnItems([sareeItem]);
    expect(await inspectReturn(shop, id, { resellable: false })).toMatchObject({ state: 'refunded' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await refundAmounts(shop, order)).toEqual([45_000, 2_480_000]);
    const rows = await invoicesOf(shop, order);
    expect(rows.map(({ cause }) => cause)).toEqual([null, 'returned', 'returned']);
    const [invoice, ...notes] = rows.map((row) => readDocument(row.number, row.document));
    expect(notes[0]?.lines).toMatchObject([{ position: stoleAt, quantity: 1, amountPaise: 45_000 }]);
    for (const column of ['amountPaise', 'taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const) {
      const credited = notes.reduce((sum, { totals }) => sum + totals[column], 0);
      expect(credited).toBe(invoice?.totals[column]);
    }
  });

  it('refunds only its own units if an earlier return was not accepted', async ({ shop }) => {
    const { id, order, returnItems } = await delivered(shop, stole, stole);
    const one = [{ position: 0, quantity: 1 }];
    await returnItems(one);
    const found = [{ position: 0, resellable: false, accept: false }];
    await inspectReturn(shop, id, { found, text: 'It was washed.' });
    await returnItems(one);
    await inspectReturn(shop, id, { resellable: true });
    expect(await refundAmounts(shop, order)).toEqual([45_000]);
    const units = await unitsOf(shop, id);
    expect(units.find(({ state }) => state === 'refunded')?.restockedAt).not.toBeNull();
    expect(units.find(({ state }) => state === 'return_rejected')?.restockedAt).toBeNull();
  });

  it('is credited once, even if a second payment of the order was refunded after packing', async ({
    shop,
  }) => {
    const { id, order, pay, returnItems, stoleItem } = await delivered(shop);
    await pay('pay_second');
    expect(await refundAmounts(shop, order)).toEqual([order.totalPaise]);
    await returnItems([stoleItem]);
    await inspectReturn(shop, id, { resellable: true });
    expect((await invoicesOf(shop, order)).slice(1)).toMatchObject([
      { cause: 'returned', totalPaise: 45_000 },
    ]);
  });

  it('can be inspected even if earlier refunds have already credited almost the whole price', async ({
    shop,
  }) => {
    const { id, order, returnItems, stoleItem } = await delivered(shop);
    const { totalPaise } = await readOrder(shop, id);
    await refundOrder(shop, id, { amountPaise: totalPaise - 100, reason: 'A gift.' });
    await returnItems([stoleItem]);
    await inspectReturn(shop, id, { resellable: true });
    expect(await refundAmounts(shop, order)).toEqual([100, totalPaise - 100]);
    const [invoice, ...notes] = await invoicesOf(shop, order);
    expect(notes.reduce((sum, note) => sum + note.totalPaise, 0)).toBe(invoice?.totalPaise);
  });

  it('cannot be stored by plain SQL while another return of the same order is open', async ({ shop }) => {
    const { id, request } = await delivered(shop);
    await request();
    const second = { orderId: id, reason: '', note: '', isClaim: false, requestedAt: shop.clock.now() };
    await expect(shop.db.insert(returns).values(second)).rejects.toMatchObject({
      cause: { constraint: 'returns_one_open' },
    });
  });

  it('can be decided and inspected without changing the open return of another order', async ({ shop }) => {
    const [one, other] = [await delivered(shop, stole), await delivered(shop, stole)];
    await other.request();
    await one.returnItems([one.stoleItem]);
    await inspectReturn(shop, one.id, { resellable: true });
    const shown = await readOrderOfCustomer(shop, other.customerId, other.id);
    const item = { approved: null, accepted: null };
    expect(shown.returns).toMatchObject([{ approved: null, inspected: false, isOpen: true, items: [item] }]);
  });

  it('is rejected for unknown lines, for too many units, and if it was selected on an outdated page', async ({
    shop,
  }) => {
    const { id, returnItems, request } = await delivered(shop, stole, stole);
    const unreturnable = expect.stringContaining('Some of these items cannot be returned');
    for (const items of [[{ position: 0, quantity: 3 }], [{ position: 9, quantity: 1 }]])
      await expect(request(items)).rejects.toMatchObject({ name: 'not-returnable', message: unreturnable });
    const one: Selection = [{ position: 0, quantity: 1, of: 2 }];
    await returnItems(one);
    await inspectReturn(shop, id, { resellable: true });
    const message = expect.stringContaining('has changed');
    await expect(request(one)).rejects.toMatchObject({ name: 'not-returnable', message });
  });

  it('is requested once: a repeated request changes nothing, and a request with other items is rejected', async ({
    shop,
  }) => {
    const { id, order, request, stoleItem, sareeItem } = await delivered(shop);
    const { request: requestTwo } = await delivered(shop, stole, stole);
    await request([stoleItem]);
    const history = await historyOf(shop, order);
    expect(await request([stoleItem])).toMatchObject({ state: 'return_requested' });
    expect(await historyOf(shop, order)).toEqual(history);
    await requestTwo([{ position: 0, quantity: 1 }]);
    const message = expect.stringContaining('already have an open return');
    for (const other of [
      request([sareeItem]),
      request([stoleItem, sareeItem]),
      requestTwo([{ position: 0, quantity: 2 }]),
    ])
      await expect(other).rejects.toMatchObject({ name: 'not-returnable', message });
    const recorded = await shop.db.select().from(events).where(eq(events.kind, 'return-requested'));
    expect(recorded.map(({ payload }) => payload)).toContainEqual({ orderId: id, amountPaise: 45_000 });
  });

  it('is rejected for items that are already decided, but a repeated request that names no items changes nothing', async ({
    shop,
  }) => {
    const { id, request, stoleAt, sareeAt, stoleItem } = await delivered(shop);
    await request();
    const approve = [stoleAt, sareeAt].map((position) => ({ position, approve: position === stoleAt }));
    await decideReturn(shop, id, { approve, text: 'The saree was worn.' });
    await receiveReturn(shop, id);
    await inspectReturn(shop, id, { resellable: true });
    const { state } = await readOrder(shop, id);
    expect(await request()).toMatchObject({ state });
    expect(await shop.db.select().from(returns).where(eq(returns.orderId, id))).toHaveLength(1);
    await expect(request([stoleItem])).rejects.toMatchObject({ name: 'not-returnable' });
  });

  it('can be followed by a return of all remaining items, which the request need not name', async ({
    shop,
  }) => {
    const { id, request, returnItems, stoleItem, sareeAt } = await delivered(shop);
    await returnItems([stoleItem]);
    await inspectReturn(shop, id, { resellable: true });
    expect(await request()).toMatchObject({ state: 'return_requested' });
    expect((await findLatestReturn(shop, id))?.lines).toMatchObject([{ position: sareeAt, quantity: 1 }]);
  });

  it('is rejected for a line that is not returnable, unless the shop is at fault [S-POL-16]', async ({
    shop,
  }) => {
    const { request, id, customerId } = await delivered(shop, stole);
    await shop.db.update(orderLines).set({ returnable: false }).where(eq(orderLines.orderId, id));
    const message = expect.stringContaining('Some of these items cannot be returned');
    for (const reason of ['', 'Something else'])
      await expect(request(undefined, reason)).rejects.toMatchObject({ name: 'not-returnable', message });
    const shown = await readOrderOfCustomer(shop, customerId, id);
    expect(shown.orderItems).toMatchObject([{ returnableQnty: 0, claimableQnty: 1 }]);
    expect((await request(undefined, wrongItem)).state).toBe('return_requested');
  });
});

describe('the decision about the lines of a return', () => {
  it('approves one line and declines another, with a reason and one email', async ({ shop }) => {
    const { id, request, customerId, stoleAt, sareeAt } = await delivered(shop);
    await request();
    const approve = [stoleAt, sareeAt].map((position) => ({ position, approve: position === stoleAt }));
    const partial = decideReturn(shop, id, { approve: approve.slice(0, 1) });
    await expect(partial).rejects.toMatchObject({ name: 'no-such-transition' });
    await expect(decideReturn(shop, id, { approve })).rejects.toMatchObject({ name: 'reason-needed' });
    const text = 'The saree was worn.';
    expect(await decideReturn(shop, id, { approve, text })).toMatchObject({ state: 'return_approved' });
    expect(await decideReturn(shop, id, { approve, text })).toBe('unchanged');
    const another = decideReturn(shop, id, { approve: true });
    await expect(another).rejects.toMatchObject({ name: 'no-such-transition' });
    const emails = await emailsOf(shop, 'return');
    expect(emails.filter((email) => email.includes('we cannot take back 1 × Gulnar'))).toHaveLength(1);
    const { returns } = await readOrderOfCustomer(shop, customerId, id);
    expect(returns).toMatchObject([{ approved: true }]);
    expect(returns[0]?.items.map((item) => [item.line, item.approved]).toSorted()).toEqual(
      approve.map((line) => [line.position, line.approve]).toSorted(),
    );
  });

  it('needs a request, and books no courier if all lines are declined', async ({ shop }) => {
    const { id, request } = await delivered(shop);
    const early = decideReturn(shop, id, { approve: true });
    await expect(early).rejects.toMatchObject({ name: 'no-such-transition' });
    await request();
    await decideReturn(shop, id, { approve: false, text: 'It was worn.', fetch: true });
    expect(await findShipment(shop, id, 'back')).toBeUndefined();
    const [decided] = await emailsOf(shop, 'return');
    expect(decided).not.toContain('courier');
  });

  it('can be preceded by a question to the customer, who can reply until the decision', async ({ shop }) => {
    const { id, request, customerId, stoleItem } = await delivered(shop);
    const answer = (text: string) => answerReturnQuestion(shop, customerId, id, text);
    await request([stoleItem]);
    const message = 'We have no open question about a return of this order.';
    await expect(answer('Here.')).rejects.toMatchObject({ name: 'not-returnable', message });
    const fields = [{ field: 'text' }];
    await expect(askAboutReturn(shop, id, ' ')).rejects.toMatchObject({ name: 'reason-needed', fields });
    await askAboutReturn(shop, id, ' Which thread is torn? ');
    expect(await askAboutReturn(shop, id, 'Which thread is torn?')).toBe('unchanged');
    expect(await emailsOf(shop, 'return')).toContainEqual(expect.stringContaining('Which thread is torn?'));
    await answer('The one at the border.');
    const readReturns = async () => (await readOrderOfCustomer(shop, customerId, id)).returns;
    const replied = { question: 'Which thread is torn?', answer: 'The one at the border.' };
    expect(await readReturns()).toMatchObject([replied]);
    await askAboutReturn(shop, id, replied.question);
    expect(await readReturns()).toMatchObject([{ ...replied, answer: null }]);
    await decideReturn(shop, id, { approve: true });
    await expect(answer('Too late.')).rejects.toMatchObject({ name: 'not-returnable' });
    const again = askAboutReturn(shop, id, 'Once more?');
    await expect(again).rejects.toMatchObject({ name: 'no-such-transition' });
  });
});

describe('the inspection of the lines of a return', () => {
  it('must include each line, restocks resellable units, and refunds and credits accepted units', async ({
    shop,
  }) => {
    const { id, order, returnItems, customerId, stoleAt, sareeAt, stoleItem, sareeItem } =
      await delivered(shop);
    const before = await readStockLevel(shop, stole);
    await returnItems([stoleItem, sareeItem]);
    const found = [
      { position: stoleAt, resellable: false, accept: true },
      { position: sareeAt, resellable: true, accept: false },
    ];
    const text = 'The saree was washed.';
    const partial = inspectReturn(shop, id, { found: found.slice(0, 1), text });
    await expect(partial).rejects.toMatchObject({ name: 'no-such-transition' });
    await expect(inspectReturn(shop, id, { found })).rejects.toMatchObject({ name: 'reason-needed' });
    await inspectReturn(shop, id, { found, text });
    expect(await refundAmounts(shop, order)).toEqual([45_000]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await readStockLevel(shop, stole)).toEqual(before);
    expect((await invoicesOf(shop, order)).at(-1)).toMatchObject({ cause: 'returned', totalPaise: 45_000 });
    const [inspected] = (await readOrderOfCustomer(shop, customerId, id)).returns;
    expect(inspected?.isOpen).toBe(false);
    expect([stoleAt, sareeAt].map((line) => inspected?.items[line]?.accepted)).toEqual([true, false]);
  });

  it('declines a returned line that is neither accepted nor resellable, and does not change the other lines', async ({
    shop,
  }) => {
    const { id, order, returnItems, customerId, stoleAt, sareeAt, stoleItem } = await delivered(shop);
    await returnItems([stoleItem]);
    const found = [{ position: stoleAt, resellable: false, accept: false }];
    const text = 'The stole was washed.';
    const withSpaces = inspectReturn(shop, id, { found, text: ` ${text} ` });
    expect(await withSpaces).toMatchObject({ state: 'delivered' });
    expect(await inspectReturn(shop, id, { found, text })).toBe('unchanged');
    const shown = await readOrderOfCustomer(shop, customerId, id);
    const units = [{ state: 'return_rejected', status: 'Return Declined', qnty: 1 }];
    expect(shown.orderItems[stoleAt]).toMatchObject({ units, returnableQnty: 0 });
    expect(shown.orderItems[sareeAt]?.units).toMatchObject([{ state: 'delivered' }]);
    const entry = { status: 'Return Declined', note: text, items: [{ qnty: 1 }] };
    expect(shown.statusHistory.at(-1)).toMatchObject(entry);
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await invoicesOf(shop, order)).toHaveLength(1);
  });

  it('credits the whole price of an accepted line, even if only a part of it is refunded [S-POL-19]', async ({
    shop,
  }) => {
    const { id, order, returnItems, stoleItem, stoleAt } = await delivered(shop);
    await returnItems([stoleItem]);
    const found = [{ position: stoleAt, resellable: true, accept: true }];
    const unexplained = inspectReturn(shop, id, { found, amountPaise: 0 });
    await expect(unexplained).rejects.toMatchObject({ name: 'reason-needed' });
    await inspectReturn(shop, id, { found, amountPaise: 40_000, text: ' Without the fringe. ' });
    const refund = { amountPaise: 40_000, reason: 'Without the fringe.' };
    expect(await refundsOf(shop, order)).toMatchObject([refund]);
    expect((await emailsOf(shop, 'refund'))[0]).toContain('Without the fringe.');
    expect((await invoicesOf(shop, order)).slice(1)).toMatchObject([{ totalPaise: 45_000 }]);
  });

  it('refunds no delivery charge without the owner’s setting, even when the last unit of an order is returned', async ({
    shop,
  }) => {
    await chargeForDelivery(shop, { refundsDelivery: false });
    const { id, order, returnItems } = await delivered(shop, stole, stole);
    await refundOrder(shop, id, { amountPaise: 10_000, reason: 'A thread was loose.' });
    for (const _unit of [1, 2]) {
      shop.clock.advance(1000);
      await returnItems([{ position: 0, quantity: 1 }], wrongItem);
      await inspectReturn(shop, id, { resellable: true });
    }
    expect(await readOrder(shop, id)).toMatchObject({ state: 'refunded', shippingPaise: 9900 });
    expect(await refundAmounts(shop, order)).toEqual([10_000, 35_000, 45_000]);
    const [, ...notes] = await invoicesOf(shop, order);
    const credited = notes.flatMap((row) => readDocument(row.number, row.document).lines);
    expect(credited.every(({ kind }) => kind === 'goods')).toBe(true);
    expect(credited.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(90_000);
  });

  it.for<[reason: string, refundsDelivery: boolean, accept: boolean, refunds: number[]]>([
    [wrongItem, true, true, [54_900]],
    [wrongItem, false, true, [45_000]],
    [wrongItem, true, false, []],
    ['', true, true, [45_000]],
  ])(
    'refunds the delivery charge only if the shop is at fault, the owner has enabled this, and the line is accepted: reason “%s”, enabled %s, accepted %s',
    async ([reason, refundsDelivery, accept, refunds], { shop }) => {
      await chargeForDelivery(shop, { refundsDelivery });
      const { id, order, returnItems, stoleItem } = await delivered(shop, stole);
      await returnItems([stoleItem], reason);
      const found = [{ position: 0, resellable: true, accept }];
      await inspectReturn(shop, id, { found, text: 'We looked.' });
      expect(await refundAmounts(shop, order)).toEqual(refunds);
      const [, ...notes] = await invoicesOf(shop, order);
      expect(notes.map(({ totalPaise }) => totalPaise)).toEqual(refunds);
    },
  );
});
