import { expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import { decideReturn, inspectReturn, packOrder, receiveReturn } from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  deliverOrder,
  emailsOf,
  invoicesOf,
  oneOf,
  paidOrder,
  refundAmounts,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readOrderOfCustomer } from './customer-orders.server.ts';
import { requestReturn } from './returns/return-order.server.ts';

it('refunds and restocks each unit once, whether the unit is cancelled before or after packing', async ({
  shop,
}) => {
  const before = await readStockLevel(shop, stole);
  const sold = await paidOrder(shop, 'meera.new', gulnar, stole, stole);
  const { order, customerId } = sold;
  const part = { ...oneOf(sold, stole), of: 2 };
  expect(await cancelByCustomer(shop, sold, [part])).toMatchObject({ cancelledPaise: 45_000 });
  await expect(cancelByCustomer(shop, sold, [part])).rejects.toMatchObject({ name: 'no-such-transition' });
  const shown = await readOrderOfCustomer(shop, customerId, order.id);
  expect(shown.orderItems[part.position]).toMatchObject({ qnty: 2, cancellableQnty: 1 });
  expect(await refundAmounts(shop, order)).toEqual([45_000]);

  await packOrder(shop, order.id);
  expect(await invoicesOf(shop, order)).toMatchObject([{ totalPaise: order.totalPaise - 45_000 }]);
  for (const _try of [1, 2]) expect(await cancelByCustomer(shop, sold)).toMatchObject({ state: 'cancelled' });
  expect(await refundAmounts(shop, order)).toEqual([45_000, order.totalPaise - 45_000]);
  expect((await invoicesOf(shop, order)).slice(1)).toMatchObject([
    { kind: 'credit-note', cause: 'cancelled', totalPaise: order.totalPaise - 45_000 },
  ]);
  expect(await readStockLevel(shop, stole)).toEqual(before);
  expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
  expect(await emailsOf(shop, 'cancelled')).toHaveLength(2);
});

it('refunds, restocks and credits only the approved line of a return of two lines', async ({ shop }) => {
  const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
  const { order, customerId } = sold;
  await deliverOrder(shop, order.id);
  const before = await readStockLevel(shop, stole);
  const [returned, declined] = [oneOf(sold, stole).position, oneOf(sold, gulnar).position];
  await requestReturn(shop, customerId, order.id, { reason: 'It arrived damaged', note: 'A hole.' });
  const approve = [returned, declined].map((position) => ({ position, approve: position === returned }));
  await decideReturn(shop, order.id, { approve, text: 'The saree has no hole.' });
  await receiveReturn(shop, order.id);
  await inspectReturn(shop, order.id, { resellable: true });

  expect(await refundAmounts(shop, order)).toEqual([45_000]);
  expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
  expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  expect((await invoicesOf(shop, order)).slice(1)).toMatchObject([
    { kind: 'credit-note', cause: 'returned', totalPaise: 45_000 },
  ]);
  const shown = await readOrderOfCustomer(shop, customerId, order.id);
  expect(shown.orderItems[returned]?.units).toMatchObject([{ status: 'Refunded' }]);
  expect(shown.orderItems[declined]?.units).toMatchObject([{ status: 'Return Declined' }]);
});
