import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import { registered } from '../../tests/fixtures/invoices.ts';
import {
  advanceOrderByHand,
  cancelByMerchant,
  packOrder,
  refundOrder,
} from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  cashOrder,
  deliverOrder,
  emailsOf,
  invoicesOf,
  oneOf,
  paidOrder,
  readOrder,
  receiptsOf,
  refundAmounts,
  refundsOf,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { readOrderOfCustomer } from './customer-orders.server.ts';
import { readOrder as readOrderForStaff } from './for-staff/read-order.server.ts';
import { orderLines } from './tables.server.ts';

describe('cancelling a part of an order', () => {
  it('restocks and refunds only the cancelled units', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    const before = await readStockLevel(shop, stole);
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    expect(await refundsOf(shop, sold.order)).toMatchObject([
      { amountPaise: 45_000, reason: 'Part of the order was cancelled.' },
    ]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
  });

  it('is emailed to the customer, and shown in the amount and the history of the order', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    const [email] = await emailsOf(shop, 'cancelled');
    expect(email).toContain('Cancelled: 1 × Khadi');
    expect(email).toContain('We are refunding you ₹450.');
    const shown = await readOrderOfCustomer(shop, sold.customerId, sold.order.id);
    expect(shown).toMatchObject({ cancelledAmount: 450 });
    expect(shown.statusHistory.at(-1)).toMatchObject({ status: 'Cancelled', items: [{ qnty: 1 }] });
  });

  it('does not change the other units, which can still be cancelled', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    const shown = await readOrderOfCustomer(shop, sold.customerId, sold.order.id);
    expect(shown).toMatchObject({ state: 'placed', mayCancel: true });
    const itemOf = (product: string) => shown.orderItems.find(({ proId }) => proId === product);
    expect(itemOf(stole)).toMatchObject({ units: [{ state: 'cancelled', qnty: 1 }], cancellableQnty: 0 });
    expect(itemOf(gulnar)).toMatchObject({ units: [{ state: 'placed', qnty: 1 }], cancellableQnty: 1 });
  });

  it('reduces the invoice, the shipment and the cash to collect to the units that are not cancelled', async ({
    shop,
  }) => {
    const sold = await cashOrder(shop, 'meera.new', gulnar, stole);
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    await deliverOrder(shop, sold.order.id);
    expect(await invoicesOf(shop, sold.order)).toMatchObject([{ totalPaise: 2_480_000, kind: 'invoice' }]);
    expect(await receiptsOf(shop, sold.order)).toMatchObject([{ provider: 'cash', amountPaise: 2_480_000 }]);
    const { shipments, lines } = await readOrderForStaff(shop, sold.order.id);
    expect(shipments).toHaveLength(1);
    expect(lines.map(({ units }) => units[0]?.state).toSorted()).toEqual(['cancelled', 'delivered']);
  });

  it('refunds and restocks two of three units, without changing another order with a cancelled unit', async ({
    shop,
  }) => {
    const other = await paidOrder(shop, 'asha.new', gulnar, stole);
    await cancelByCustomer(shop, other, [oneOf(other, stole)]);
    const sold = await paidOrder(shop, 'meera.new', stole, stole, stole);
    const before = await readStockLevel(shop, stole);
    const cancelled = await cancelByCustomer(shop, sold, [{ position: 0, quantity: 2 }]);
    expect(cancelled.cancelledPaise).toBe(90_000);
    expect(await refundAmounts(shop, sold.order)).toEqual([90_000]);
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 2, held: 0 });
    expect(await readOrder(shop, other.order.id)).toMatchObject({ state: 'placed', cancelledPaise: 45_000 });
  });

  it('refunds the delivery charge only when the last units are cancelled, even after an earlier refund', async ({
    shop,
  }) => {
    const shipping = { ...registered.shipping, freeFromPaise: 100_000_000, belowPaise: 9900 };
    await shop.db.update(settings).set({ value: { ...registered, shipping } });
    const sold = await paidOrder(shop, 'meera.new', stole, stole);
    await refundOrder(shop, sold.order.id, { amountPaise: 60_000, reason: 'A flaw.' });
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    expect(await refundAmounts(shop, sold.order)).toEqual([30_000, 60_000]);
    await cancelByCustomer(shop, sold);
    expect(await refundAmounts(shop, sold.order)).toEqual([9900, 30_000, 60_000]);
  });

  it('is rejected for unknown lines, for too many units, and once the order is packed', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    for (const selection of [[{ position: 0, quantity: 2 }], [{ position: 7, quantity: 1 }]])
      await expect(cancelByCustomer(shop, sold, selection)).rejects.toMatchObject({
        name: 'not-cancellable',
      });
    await packOrder(shop, sold.order.id);
    const selection = [oneOf(sold, stole)];
    await expect(cancelByCustomer(shop, sold, selection)).rejects.toMatchObject({
      name: 'too-late-to-cancel',
    });
    const byMerchant = cancelByMerchant(shop, sold.order.id, { selection });
    await expect(byMerchant).rejects.toMatchObject({ name: 'no-such-transition' });
    expect(await readOrder(shop, sold.order.id)).toMatchObject({ state: 'packed', cancelledPaise: 0 });
    await advanceOrderByHand(shop, sold.order.id, 'shipped');
    await expect(cancelByCustomer(shop, sold)).rejects.toMatchObject({ name: 'too-late-to-cancel' });
  });

  it('is rejected if the customer can cancel no unit of the order [S-POL-17]', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const isOfOrder = eq(orderLines.orderId, sold.order.id);
    await shop.db.update(orderLines).set({ cancellable: false }).where(isOfOrder);
    await expect(cancelByCustomer(shop, sold)).rejects.toMatchObject({ name: 'not-cancellable' });
    expect(await readOrder(shop, sold.order.id)).toMatchObject({ state: 'placed' });
  });

  it('does not cancel a line that only the merchant can cancel, even if the customer repeats the request [S-POL-17]', async ({
    shop,
  }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    const isSaree = and(eq(orderLines.orderId, sold.order.id), eq(orderLines.productId, gulnar));
    await shop.db.update(orderLines).set({ cancellable: false }).where(isSaree);
    const refused = { name: 'not-cancellable', status: 409 };
    await expect(cancelByCustomer(shop, sold, [oneOf(sold, gulnar)])).rejects.toMatchObject(refused);
    for (const _try of [1, 2])
      expect(await cancelByCustomer(shop, sold)).toMatchObject({ state: 'placed', cancelledPaise: 45_000 });
    expect(await refundAmounts(shop, sold.order)).toEqual([45_000]);
    expect((await readOrderOfCustomer(shop, sold.customerId, sold.order.id)).mayCancel).toBe(false);
    expect(await cancelByMerchant(shop, sold.order.id)).toMatchObject({ state: 'cancelled' });
  });
});
