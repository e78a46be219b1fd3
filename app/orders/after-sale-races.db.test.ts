import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import {
  cancelByMerchant,
  decideReturn,
  inspectReturn,
  packOrder,
} from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  deliverOrder,
  emailsOf,
  giveBack,
  invoicesOf,
  paidOrder,
  readOrder,
  refundAmounts,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { readOrderOfCustomer } from './customer-orders.server.ts';
import type { Selection } from './returns/contract.ts';
import { requestReturn } from './returns/return-order.server.ts';

const one: Selection = [{ position: 0, quantity: 1 }];
const other: Selection = [{ position: 1, quantity: 1 }];

/** Creates a paid order. Also returns functions that cancel it as the customer and as the merchant. */
async function sold(shop: Shop, ...products: string[]) {
  const { order, customerId } = await paidOrder(shop, 'meera.new', ...products);
  const { id } = order;
  return {
    ...{ id, order, customerId },
    byShopper: (selection: Selection) => cancelByCustomer(shop, { order, customerId }, selection),
    byStaff: (selection: Selection) => cancelByMerchant(shop, id, { selection }),
    request: (items: Selection) => requestReturn(shop, customerId, id, { items, reason: '', note: '' }),
  };
}

/** Runs the requests concurrently. Returns the problem's name for each failed request, and `done` for each successful one. */
async function race(...requests: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(requests);
  return outcomes.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.name)).toSorted();
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, paise) => total + paise, 0);

describe('concurrent requests to cancel a part of an order', () => {
  it('cancel and refund a unit once if customer and merchant name the same unit', async ({ ownShop }) => {
    const { order, byShopper, byStaff } = await sold(ownShop, stole, stole);
    const unit: Selection = [{ position: 0, quantity: 1, of: 2 }];
    expect(await race(byShopper(unit), byStaff(unit))).toEqual(['done', 'no-such-transition']);
    expect(await refundAmounts(ownShop, order)).toEqual([45_000]);
    expect(await readOrder(ownShop, order.id)).toMatchObject({ state: 'placed', cancelledPaise: 45_000 });
  });

  it('refund the whole order if customer and merchant each cancel one of its two units', async ({
    ownShop,
  }) => {
    const before = await readStockLevel(ownShop, stole);
    const { id, order, byShopper, byStaff } = await sold(ownShop, gulnar, stole);
    expect(await race(byShopper(one), byStaff(other))).toEqual(['done', 'done']);
    expect((await readOrder(ownShop, id)).state).toBe('cancelled');
    expect(sum(await refundAmounts(ownShop, order))).toBe(order.totalPaise);
    expect(await readStockLevel(ownShop, stole)).toEqual(before);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
  });

  it('lead to an invoice without the cancelled units if the order is packed at the same time', async ({
    ownShop,
  }) => {
    const { id, order, byShopper } = await sold(ownShop, gulnar, stole);
    const outcomes = await race(byShopper(one), packOrder(ownShop, id));
    expect(['done, done', 'done, too-late-to-cancel']).toContain(outcomes.join(', '));
    const { state, totalPaise, cancelledPaise } = await readOrder(ownShop, id);
    expect(state).toBe('packed');
    expect(await invoicesOf(ownShop, order)).toMatchObject([{ totalPaise: totalPaise - cancelledPaise }]);
    expect(sum(await refundAmounts(ownShop, order))).toBe(cancelledPaise);
  });
});

describe('concurrent requests about the return of a part of an order', () => {
  it('open one return, whether the customer names the same units or different units', async ({ ownShop }) => {
    const { id, customerId, request } = await sold(ownShop, gulnar, stole);
    await deliverOrder(ownShop, id);
    const outcomes = await race(request(one), request(other), request(one));
    expect(['done, done, not-returnable', 'done, not-returnable, not-returnable']).toContain(
      outcomes.join(', '),
    );
    const { returns } = await readOrderOfCustomer(ownShop, customerId, id);
    expect(returns.map(({ items }) => items.length)).toEqual([1]);
    expect(await emailsOf(ownShop, 'return')).toHaveLength(1);
  });

  it('apply one decision if two staff members decide differently', async ({ ownShop }) => {
    const { id, customerId, request } = await sold(ownShop, gulnar, stole);
    await deliverOrder(ownShop, id);
    await request(one);
    const text = 'The saree was worn.';
    const outcomes = await race(
      decideReturn(ownShop, id, { approve: true, text }),
      decideReturn(ownShop, id, { approve: false, text }),
    );
    expect(outcomes).toEqual(['done', 'no-such-transition']);
    const { returns, statusHistory } = await readOrderOfCustomer(ownShop, customerId, id);
    const decided = statusHistory.filter(({ note }) => note === text).map(({ state }) => state);
    expect(decided).toEqual([returns[0]?.approved ? 'return_approved' : 'return_rejected']);
    expect(await emailsOf(ownShop, 'return')).toHaveLength(2);
  });

  it('apply one inspection if two staff members report different results', async ({ ownShop }) => {
    const { id, order, customerId } = await sold(ownShop, gulnar, stole);
    await deliverOrder(ownShop, id);
    await giveBack(ownShop, { order, customerId });
    const before = await readStockLevel(ownShop, stole);
    const inspect = (at: number) => {
      const found = [0, 1].map((position) => {
        return { position, accept: position === at, resellable: position === at };
      });
      return inspectReturn(ownShop, id, { found, text: 'It was worn.' });
    };
    expect(await race(inspect(0), inspect(1), inspect(0))).toEqual(['done', 'done', 'done']);
    const { orderItems, state } = await readOrderOfCustomer(ownShop, customerId, id);
    expect(state).toBe('refunded');
    const states = orderItems.flatMap(({ units }) => units.map((each) => each.state)).toSorted();
    expect(states).toEqual(['refunded', 'return_rejected']);
    const refunded = orderItems.find(({ units }) => units[0]?.state === 'refunded');
    const pricePaise = refunded?.proId === stole ? 45_000 : 2_480_000;
    expect(await refundAmounts(ownShop, order)).toEqual([pricePaise]);
    expect((await invoicesOf(ownShop, order)).slice(1)).toMatchObject([{ totalPaise: pricePaise }]);
    const stoles = refunded?.proId === stole ? 1 : 0;
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + stoles, held: 0 });
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1 - stoles, held: 0 });
  });
});
