import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import {
  advanceOrderByHand,
  cancelByMerchant,
  cancelOrderShipment,
  decideReturn,
  inspectReturn,
  packOrder,
  receiveReturn,
  refundOrder,
  shipOrder,
} from '../../tests/fixtures/order-actions.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import {
  cashOrder,
  emailsOf,
  historyOf,
  invoicesOf,
  manualShipping,
  paidOrder,
  readOrder,
  receiptsOf,
  unpaidOrder,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { settings } from '../content/tables.server.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { payments } from '../payments/tables.server.ts';
import { findShipment } from '../shipping/shipments.server.ts';
import { toShipmentView } from './order-shipment.server.ts';

const manualInput = { courier: 'manual' as const, manual: manualShipping };

describe('the shipping of an order', () => {
  it('issues one invoice when an order is packed, and queues one email if the owner has enabled it', async ({
    shop,
  }) => {
    const { order: first } = await paidOrder(shop, 'meera.new', gulnar);
    expect(await packOrder(shop, first.id)).toMatchObject({ state: 'packed' });
    expect(await packOrder(shop, first.id)).toBe('unchanged');
    expect(await invoicesOf(shop, first)).toMatchObject([{ kind: 'invoice', totalPaise: 2_480_000 }]);
    expect(await emailsOf(shop, 'packed')).toEqual([]);
    const value = sql`${settings.value} || '{"emails": {"packed": true}}'::jsonb`;
    await shop.db.update(settings).set({ value });
    const { order } = await paidOrder(shop, 'asha.new', stole);
    for (const _try of [1, 2]) await packOrder(shop, order.id);
    const email = expect.stringContaining(`Your order ${order.number} is packed.`);
    expect(await emailsOf(shop, 'packed')).toEqual([email]);
  });

  it('sends the courier the sizes and the time of the payment', async ({ shop }) => {
    const { id: customerId } = await signInAs(shop, 'meera.new@example.in');
    await addToCart(shop, customerId, 'TB-SUT-001', { quantity: 1, size: 'TB-SUT-001-XL' });
    const { order, pay } = await unpaidOrder(shop, 'meera.new', stole);
    shop.clock.advance(60_000);
    await pay();
    const view = await inTransaction(shop, async (tx) =>
      toShipmentView(tx, await readOrder(shop, order.id), 'out'),
    );
    expect(view.orderedAt).toBe(shop.clock.now().toISOString());
    expect(view.items.filter(({ name }) => name.endsWith(', XL'))).toHaveLength(1);
  });

  it('marks an order with a manual shipment as shipped, and emails the link [S-ODT-11]', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    expect(await shipOrder(shop, order.id, manualInput)).toMatchObject({ state: 'shipped' });
    expect(await shipOrder(shop, order.id, manualInput)).toBe('unchanged');
    const [email, ...others] = await emailsOf(shop, 'shipped');
    expect(email).toContain('Blue Dart, tracking number BD 1');
    expect(email).toContain('Track the parcel: https://track.example.in/BD1');
    expect(others).toEqual([]);
    expect((await findShipment(shop, order.id, 'out'))?.details).toMatchObject({
      ...{ number: order.number, method: 'Prepaid', collectPaise: 0, valuePaise: 2_480_000 },
      items: [{ sku: gulnar, units: 1, pricePaise: 2_480_000 }],
    });
  });

  it('asks the courier to collect the delivery charge, too, for a packed COD order', async ({ shop }) => {
    const charge = sql`jsonb_set(${settings.value}, '{shipping}', ${settings.value}->'shipping' || '{"freeFromPaise":10000000,"belowPaise":9900}')`;
    await shop.db.update(settings).set({ value: charge });
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    expect(await shipOrder(shop, order.id, { courier: 'pretend' })).toMatchObject({ state: 'packed' });
    const declared = { method: 'COD', collectPaise: 2_489_900, valuePaise: 2_480_000 };
    expect((await findShipment(shop, order.id, 'out'))?.details).toMatchObject(declared);
    expect(await emailsOf(shop, 'shipped')).toEqual([]);
  });

  it('cancels a shipment before dispatch, and then allows another courier', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await shipOrder(shop, order.id, { courier: 'pretend' });
    await cancelOrderShipment(shop, order.id);
    expect(await cancelOrderShipment(shop, order.id)).toBe('unchanged');
    expect(await findShipment(shop, order.id, 'out')).toBeUndefined();
    expect(await shipOrder(shop, order.id, manualInput)).toMatchObject({ state: 'shipped' });
    expect((await findShipment(shop, order.id, 'out'))?.details.number).toBe(`${order.number}-2`);
    await expect(cancelOrderShipment(shop, order.id)).rejects.toMatchObject({ name: 'no-such-transition' });
  });

  it('is rejected for an unpacked order, a courier that is not configured, or an invalid tracking link', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    for (const to of [manualInput, { courier: 'pretend' as const }])
      await expect(shipOrder(shop, order.id, to)).rejects.toMatchObject({ name: 'no-such-transition' });
    const advanced = advanceOrderByHand(shop, order.id, 'shipped');
    await expect(advanced).rejects.toMatchObject({ name: 'no-such-transition' });
    await packOrder(shop, order.id);
    const unknown = shipOrder(shop, order.id, { courier: 'shiprocket' });
    await expect(unknown).rejects.toMatchObject({ status: 409, name: 'no-such-courier' });
    const manual = { carrier: 'Blue Dart', trackUrl: 'javascript:alert(1)' };
    const withInvalidLink = shipOrder(shop, order.id, { courier: 'manual', manual });
    await expect(withInvalidLink).rejects.toMatchObject({ status: 400 });
    expect(await findShipment(shop, order.id, 'out')).toBeUndefined();
    expect((await readOrder(shop, order.id)).state).toBe('packed');
  });

  it('fails with `NoSuchOrder` for an unknown order, like every other action of the merchant', async ({
    shop,
  }) => {
    const id = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12';
    for (const act of [
      () => packOrder(shop, id),
      () => cancelByMerchant(shop, id),
      () => refundOrder(shop, id, { reason: 'Sorry.' }),
      () => decideReturn(shop, id, { approve: true }),
      () => receiveReturn(shop, id),
      () => inspectReturn(shop, id, { resellable: true }),
    ])
      await expect(act(), String(act)).rejects.toMatchObject({ status: 404, name: 'no-such-order' });
  });

  it('stores the trimmed note of the merchant, and emails the customer once, with the time of the delivery in India', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await advanceOrderByHand(shop, order.id, 'out_for_pickup', '  ');
    expect((await historyOf(shop, order)).at(-1)?.note).toBeNull();
    shop.clock.set('2026-11-24T23:40:00+05:30');
    await advanceOrderByHand(shop, order.id, 'delivered', ' Left with the neighbour ');
    expect((await historyOf(shop, order)).at(-1)?.note).toBe('Left with the neighbour');
    expect((await readOrder(shop, order.id)).deliveredAt).toEqual(shop.clock.now());
    expect(await emailsOf(shop, 'delivered')).toEqual([
      expect.stringContaining('It was delivered on 24 November 2026, 11:40 pm.'),
    ]);
    expect(await emailsOf(shop, 'shipped')).toEqual([]);
    expect(await receiptsOf(shop, order)).toMatchObject([{ provider: 'pretend-bank' }]);
  });

  it('inserts one cash receipt for a delivered COD order', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await advanceOrderByHand(shop, order.id, 'delivered');
    expect(await advanceOrderByHand(shop, order.id, 'delivered')).toBe('unchanged');
    const receipt = { provider: 'cash', providerPaymentId: order.number, amountPaise: 2_480_000 };
    expect(await receiptsOf(shop, order)).toMatchObject([{ ...receipt, at: shop.clock.now() }]);
    const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, order.id));
    expect(payment).toMatchObject({ provider: 'cash', nextCheckAt: null });
  });
});
