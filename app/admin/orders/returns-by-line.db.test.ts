import { expect } from 'vitest';
import { staffRequests } from '../../../tests/fixtures/admin-requests.ts';
import { gulnar, readStockLevel, stole } from '../../../tests/fixtures/checkout.ts';
import { liftOrderLimits } from '../../../tests/fixtures/lift-order-limits.ts';
import { cashOrder, deliverOrder, paidOrder, refundAmounts } from '../../../tests/fixtures/sold-orders.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { AdminOrder } from '../../orders/for-staff/contract.ts';
import { answerReturnQuestion, requestReturn } from '../../orders/returns/return-order.server.ts';

type Action = 'cancel' | 'return' | 'return/question' | 'shipment' | 'inspect';

/** Runs actions on an order as a staff member with a recent second factor. */
async function actorFor(shop: Shop) {
  const request = await staffRequests(shop);
  return {
    async act(orderId: string, action: Action, input: unknown) {
      const { status, body } = await request('POST', `/orders/${orderId}/${action}`, input);
      expect(status, JSON.stringify(body)).toBe(200);
      return AdminOrder.parse(body);
    },
    /** Returns the status and the problem title of a rejected action. */
    async fail(orderId: string, action: Action, input: unknown) {
      const { status, title } = await request('POST', `/orders/${orderId}/${action}`, input);
      return { status, title };
    },
  };
}

const it = base.extend('staff', async ({ shop }) => {
  await liftOrderLimits(shop);
  return actorFor(shop);
});

const reason = 'It is not what I ordered';

/** Creates a delivered cash order of a Gulnar saree and a stole, with a return request for both. */
async function requestedReturn(shop: Shop) {
  const { customerId, order, lines } = await cashOrder(shop, 'meera.new', gulnar, stole);
  await deliverOrder(shop, order.id);
  await requestReturn(shop, customerId, order.id, { reason, note: '' });
  const lineOf = (variant: string) => lines.find(({ variantId }) => variantId === variant)?.position ?? -1;
  return { customerId, id: order.id, saree: lineOf(gulnar), scarf: lineOf(stole) };
}

it('staff cancel one of two stoles, and the price of this stole is refunded [F-131]', async ({
  shop,
  staff,
}) => {
  const { order } = await paidOrder(shop, 'meera.new', stole, stole);
  const items = [{ line: 0, qnty: 1, of: 2 }];
  const part = await staff.act(order.id, 'cancel', { items });
  expect(part).toMatchObject({ state: 'placed', cancelledAmount: 450 });
  expect(part.lines[0]).toMatchObject({
    cancellableQnty: 1,
    units: expect.arrayContaining([{ state: 'cancelled', status: 'Cancelled', qnty: 1 }]),
  });
  expect(await refundAmounts(shop, order)).toEqual([45_000]);
  // A repeated request fails, because only one stole is left and the request names two.
  const late = { status: 409, title: 'no-such-transition' };
  expect(await staff.fail(order.id, 'cancel', { items })).toEqual(late);
  expect(await refundAmounts(shop, order)).toEqual([45_000]);
});

it('staff ask about a return, and give a reason to reject an item [F-133]', async ({ shop, staff }) => {
  const { customerId, id, saree, scarf } = await requestedReturn(shop);
  await staff.act(id, 'return/question', { text: 'Which border?' });
  await answerReturnQuestion(shop, customerId, id, 'The lower one.');
  const approve = [saree, scarf].map((line) => ({ line, approve: true }));
  const partly = approve.map((one) => ({ ...one, approve: one.line === scarf }));
  const reasonNeeded = { status: 400, title: 'reason-needed' };
  expect(await staff.fail(id, 'return', { approve: partly })).toEqual(reasonNeeded);
  expect(await staff.fail(id, 'return', { approve: partly.slice(1) })).toMatchObject({ status: 409 });
  const decided = await staff.act(id, 'return', { approve });
  expect(decided.returns).toMatchObject([
    { question: 'Which border?', answer: 'The lower one.', approved: true },
  ]);
  await staff.act(id, 'shipment', { to: 'returned' });
  const items = [
    { line: saree, resellable: false, accept: false },
    { line: scarf, resellable: true, accept: true },
  ];
  const before = await readStockLevel(shop, stole);
  const text = 'The saree was worn.';
  expect(await staff.fail(id, 'inspect', { items: items.slice(1), text })).toMatchObject({ status: 409 });
  expect(await staff.fail(id, 'inspect', { items, text: ' ' })).toEqual(reasonNeeded);
  const done = await staff.act(id, 'inspect', { items, text });
  expect(done.refunds).toMatchObject([{ amount: 450 }]);
  expect(done.invoices).toMatchObject([{ kind: 'invoice' }, { cause: 'returned', total: 450 }]);
  expect(done.isToInspect).toBe(false);
  const found = done.returns[0]?.items.map(({ line, accepted, resellable }) => [line, accepted, resellable]);
  expect(found?.toSorted()).toEqual(
    [
      [saree, false, false],
      [scarf, true, true],
    ].toSorted(),
  );
  expect(await readStockLevel(shop, stole)).toMatchObject({ onHand: (before?.onHand ?? 0) + 1 });
  expect(await readStockLevel(shop, gulnar)).toMatchObject({ onHand: 0 });
});
