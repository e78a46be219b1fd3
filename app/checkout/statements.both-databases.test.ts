import { describe, expect } from 'vitest';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { orderDetails, shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listProducts } from '../catalogue/catalogue.server.ts';
import { PaymentOrder } from './contract.ts';

/** Returns the product numbers of five products that are in stock and have one size. */
async function fiveProducts(shop: TestShop): Promise<string[]> {
  const { products } = await listProducts(shop, { sort: 'featured', limit: 100, offset: 0 });
  const suitable = products.filter(({ sizes, quantity }) => sizes.length === 1 && quantity > 0);
  return suitable.slice(0, 5).map(({ proId }) => proId);
}

describe('the number of SQL statements of an order', () => {
  it('is at most 19 for a cash order of one product, and 21 for five [S-PAY-06]', async ({ shop }) => {
    await liftOrderLimits(shop);
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const one = await countStatements(async () => {
      expect((await meera.post('/checkout/', { orderDetails })).status).toBe(200);
    });
    const asha = await shopperWith(shop, app, 'asha', ...(await fiveProducts(shop)));
    const five = await countStatements(async () => {
      expect((await asha.post('/checkout/', { orderDetails })).status).toBe(200);
    });
    // Orders with several lines also lock their stock levels, and record which of the five products are low in stock.
    expect(five).toBe(one + 2);
    expect(one).toBeLessThanOrEqual(19);
  });

  it('is at most 30 to start a payment, and 30 to verify a payment [S-PAY-07 S-PAY-15]', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', ...(await fiveProducts(shop)));
    const started: PaymentOrder[] = [];
    const starting = await countStatements(async () => {
      const response = await meera.post('/payment/create-order', { orderDetails });
      started.push(PaymentOrder.parse(await response.json()));
    });
    const { outcome: _, ...proof } = await payAtBank(shop, started[0]?.order.id ?? '', 'pay', false);
    const paid = await countStatements(async () => {
      expect((await meera.post('/payment/verify-order', proof)).status).toBe(200);
    });
    expect(starting).toBeLessThanOrEqual(30);
    expect(paid).toBeLessThanOrEqual(30);
  });
});
