import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import {
  cashOrder,
  emailsOf,
  invoicesOf,
  manualShipping,
  paidOrder,
  readOrder,
  receiptsOf,
  unpaidOrder,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { payments } from '../payments/tables.server.ts';
import { findShipment } from '../shipping/shipments.server.ts';
import { toShipmentView } from './order-shipment.server.ts';
import { listLines } from './orders.server.ts';
import { packOrder, recallShipment, shipOrder, updateShipment } from './ship-order.server.ts';
import { orderHistory } from './tables.server.ts';

const byHand = { courier: 'manual' as const, manual: manualShipping };

/** The words with which an order came to where it is. */
async function latestNote(shop: Shop, { id }: { id: string }) {
  const passed = await shop.db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(orderHistory.id);
  return passed.at(-1)?.note;
}

describe('the merchant sends an order', () => {
  it('packs it, and its invoice is issued once', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    expect((await packOrder(shop, order.id)).state).toBe('packed');
    expect((await packOrder(shop, order.id)).state).toBe('packed');
    expect(await invoicesOf(shop, order)).toMatchObject([{ kind: 'invoice', totalPaise: 2_480_000 }]);
  });

  it('wakes the e-mail worker when it is packed, and when it has left and the letter can be read', async ({
    ownShop,
  }) => {
    const { order } = await paidOrder(ownShop, 'meera.new', gulnar);
    const found: Promise<string[]>[] = [];
    const shop = { ...ownShop, wakeEmailWorker: () => void found.push(emailsOf(ownShop, 'shipped')) };
    await packOrder(shop, order.id);
    expect(await Promise.all(found)).toEqual([[]]);
    await shipOrder(shop, order.id, byHand);
    expect(await Promise.all(found)).toEqual([[], [expect.stringContaining(order.number)]]);
  });

  it('tells the courier the size of what is in it, and when the order was placed', async ({ shop }) => {
    const { id: customerId } = await signInAs(shop, 'meera.new@example.in');
    await addToCart(shop, customerId, 'TB-SUT-001', { quantity: 1, size: 'TB-SUT-001-XL' });
    const { order, pay } = await unpaidOrder(shop, 'meera.new', stole);
    shop.clock.advance(60_000);
    const placedAt = shop.clock.now().toISOString();
    await pay();
    const { items, orderedAt } = await inTransaction(shop, async (tx) =>
      toShipmentView(tx, await readOrder(shop, order.id), 'out'),
    );
    expect(orderedAt).toBe(placedAt);
    const lines = await listLines(shop, order.id);
    expect(items.map(({ name }) => name)).toEqual(
      lines.map(({ name, sizeLabel }) => (sizeLabel ? `${name}, ${sizeLabel}` : name)),
    );
    expect(items.some(({ name }) => name.endsWith(', XL'))).toBe(true);
  });

  it('packs nothing that has left already, or waits for its payment', async ({ shop }) => {
    const { order: sent } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, sent.id);
    await shipOrder(shop, sent.id, byHand);
    const { order: waiting } = await unpaidOrder(shop, 'asha.new');
    for (const { id } of [sent, waiting])
      await expect(packOrder(shop, id)).rejects.toMatchObject({ status: 409, name: 'no-such-transition' });
    expect(await invoicesOf(shop, waiting)).toEqual([]);
  });

  it('packed by five at once has one invoice', async ({ ownShop }) => {
    const { order } = await paidOrder(ownShop, 'meera.new', gulnar);
    await Promise.all(Array.from({ length: 5 }, () => packOrder(ownShop, order.id)));
    expect(await invoicesOf(ownShop, order)).toHaveLength(1);
  });

  it('hands it to somebody with a name and a link: it is shipped, and the letter says how to follow it [S-ODT-11]', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    expect((await shipOrder(shop, order.id, byHand)).state).toBe('shipped');
    expect((await shipOrder(shop, order.id, byHand)).state).toBe('shipped');
    const emails = await emailsOf(shop, 'shipped');
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain('Blue Dart, number BD 1');
    expect(emails[0]).toContain('Track the parcel: https://track.example.in/BD1');
    expect(emails[0]).toContain('by 28 November 2026');
    expect((await findShipment(shop, order.id, 'out'))?.details).toMatchObject({
      number: order.number,
      method: 'Prepaid',
      collectPaise: 0,
      valuePaise: 2_480_000,
      items: [{ sku: gulnar, units: 1, pricePaise: 2_480_000 }],
    });
  });

  it('gives it to a courier, who moves it with their own news', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    expect((await shipOrder(shop, order.id, { courier: 'pretend' })).state).toBe('packed');
    expect((await findShipment(shop, order.id, 'out'))?.details).toMatchObject({
      method: 'COD',
      collectPaise: 2_480_000,
    });
    expect(await emailsOf(shop, 'shipped')).toEqual([]);
  });

  it('takes it back before it has left, and hands it to another', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await shipOrder(shop, order.id, { courier: 'pretend' });
    await recallShipment(shop, order.id);
    expect(await findShipment(shop, order.id, 'out')).toBeUndefined();
    expect((await shipOrder(shop, order.id, byHand)).state).toBe('shipped');
    expect((await findShipment(shop, order.id, 'out'))?.details.number).toBe(`${order.number}-2`);
    await expect(recallShipment(shop, order.id)).rejects.toMatchObject({ name: 'no-such-transition' });
  });

  it('not to a courier who is not set up, and not behind a link that is none', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    const unknown = shipOrder(shop, order.id, { courier: 'shiprocket' });
    await expect(unknown).rejects.toMatchObject({ status: 409, name: 'no-such-courier' });
    const manual = { carrier: 'Blue Dart', trackUrl: 'javascript:alert(1)' };
    const odd = shipOrder(shop, order.id, { courier: 'manual', manual });
    await expect(odd).rejects.toMatchObject({ status: 400 });
    expect((await readOrder(shop, order.id)).state).toBe('packed');
  });

  it('not before it is packed', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    for (const to of [byHand, { courier: 'pretend' as const }])
      await expect(shipOrder(shop, order.id, to)).rejects.toMatchObject({ name: 'no-such-transition' });
    expect(await findShipment(shop, order.id, 'out')).toBeUndefined();
    await expect(updateShipment(shop, order.id, 'shipped')).rejects.toMatchObject({
      name: 'no-such-transition',
    });
  });

  it('an order that nobody knows is none', async ({ shop }) => {
    const id = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12';
    await expect(packOrder(shop, id)).rejects.toMatchObject({ name: 'no-such-order' });
  });

  it('says that it has arrived: the letter asks for stars, in India’s time', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    shop.clock.set('2026-11-24T23:40:00+05:30');
    await updateShipment(shop, order.id, 'delivered', 'Left with the neighbour');
    expect((await readOrder(shop, order.id)).deliveredAt).toEqual(shop.clock.now());
    const [email, ...more] = await emailsOf(shop, 'delivered');
    expect(more).toEqual([]);
    expect(email).toContain('It was delivered on 24 November 2026, 11:40 pm.');
    expect(email).toContain('A few stars');
    expect(email).toContain(`http://shop.test/orderdetail/${gulnar}?order=${order.id}`);
    expect(await emailsOf(shop, 'shipped')).toEqual([]);
  });

  it('keeps the words that the merchant says to a step, without the blanks around them', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await updateShipment(shop, order.id, 'out_for_delivery', '  ');
    expect(await latestNote(shop, order)).toBeNull();
    await updateShipment(shop, order.id, 'delivered', ' Left with the neighbour ');
    expect(await latestNote(shop, order)).toBe('Left with the neighbour');
  });

  it('what was paid at the door is written down once, and what was paid online is not', async ({ shop }) => {
    const cash = await cashOrder(shop, 'meera.new', gulnar);
    const online = await paidOrder(shop, 'asha.new');
    for (const { order } of [cash, online]) {
      await packOrder(shop, order.id);
      await updateShipment(shop, order.id, 'delivered');
      await updateShipment(shop, order.id, 'delivered');
    }
    expect(await receiptsOf(shop, online.order)).toMatchObject([{ provider: 'pretend-bank' }]);
    expect(await receiptsOf(shop, cash.order)).toMatchObject([
      {
        provider: 'cash',
        providerPaymentId: cash.order.number,
        amountPaise: 2_480_000,
        at: shop.clock.now(),
      },
    ]);
    const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, cash.order.id));
    expect(payment).toMatchObject({ provider: 'cash', nextCheckAt: null });
  });

  it('what is rolled back is told to nobody', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    const before = (await shop.db.select().from(outbox)).length;
    const broken = shop.db.transaction(async (db) => {
      await shipOrder({ ...shop, db }, order.id, byHand);
      await updateShipment({ ...shop, db }, order.id, 'delivered');
      throw new Error('the lights went out');
    });
    await expect(broken).rejects.toThrow('the lights went out');
    expect(await shop.db.select().from(outbox)).toHaveLength(before);
    expect((await readOrder(shop, order.id)).state).toBe('packed');
  });
});
