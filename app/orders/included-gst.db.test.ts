import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { registerSeller, sellerOf } from '../../tests/fixtures/invoices.ts';
import { packOrder } from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  cashOrder,
  emailsOf,
  invoicesOf,
  oneOf,
  paidOrder,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { products } from '../catalogue/tables.server.ts';
import { settings } from '../content/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { listOrdersOfCustomer, readOrderOfCustomer } from './customer-orders.server.ts';
import { readDocument } from './invoices/invoice-document.server.ts';

type Sold = { customerId: string; order: { id: string } };
const includedGst = async (shop: Shop, { customerId, order }: Sold) =>
  (await readOrderOfCustomer(shop, customerId, order.id)).includedGst;

describe('the GST included in an order’s total', () => {
  it('is the same in the list, the email and the invoice, even if the seller’s settings change [S-CHK-17]', async ({
    shop,
  }) => {
    await registerSeller(shop);
    const sold = await cashOrder(shop, 'meera.new', gulnar, stole);
    const gst = await includedGst(shop, sold);
    expect(gst).toBe(1202.38);
    const { orders } = await listOrdersOfCustomer(shop, sold.customerId, { limit: 10, offset: 0 });
    expect(orders).toMatchObject([{ includedGst: gst, taxes: 0 }]);
    expect(await emailsOf(shop, 'order')).toEqual([expect.stringContaining('\nIncluding ₹1,202.38 GST\n')]);
    await packOrder(shop, sold.order.id);
    const [invoice] = await invoicesOf(shop, sold.order);
    const { totals } = readDocument('', invoice?.document);
    expect(totals).toMatchObject({ cgstPaise: 60_119, sgstPaise: 60_119 });
    await shop.db.update(settings).set({ value: sellerOf('') });
    expect(await includedGst(shop, sold)).toBe(gst);
  });

  it('excludes the GST of cancelled units, unless all units are cancelled [S-CHK-17]', async ({ shop }) => {
    await registerSeller(shop);
    const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
    await cancelByCustomer(shop, sold, [oneOf(sold, stole)]);
    expect(await includedGst(shop, sold)).toBe(1180.96);

    const whole = await paidOrder(shop, 'asha.new', stole);
    await cancelByCustomer(shop, whole);
    expect(await includedGst(shop, whole)).toBe(21.42);
  });

  it('is omitted if the seller has no GSTIN or a rate is unknown', async ({ shop }) => {
    expect(await includedGst(shop, await cashOrder(shop, 'meera.new', stole))).toBeUndefined();
    await registerSeller(shop);
    const attributes = sql`${products.attributes} - 'hsn'`;
    await shop.db.update(products).set({ attributes }).where(eq(products.id, stole));
    const sold = await cashOrder(shop, 'asha.new', stole);
    expect(await includedGst(shop, sold)).toBeUndefined();
    await packOrder(shop, sold.order.id);
    expect(await includedGst(shop, sold)).toBeUndefined();
  });
});
