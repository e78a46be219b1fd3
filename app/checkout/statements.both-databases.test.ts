import { describe, expect } from 'vitest';
import { shopperWith, shopWithBank, stole, validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listProducts } from '../catalogue/catalogue.server.ts';
import { payAtBank } from '../payments/pretend-bank.server.ts';
import { PaymentOrder } from './contract.ts';

const orderDetails = { shippingInfo: validDeliveryForm };

/** Five pieces that come in one size and are there. */
async function fiveProducts(shop: TestShop): Promise<string[]> {
  const { products } = await listProducts(shop, { sort: 'featured', limit: 100, offset: 0 });
  const whole = products.filter(({ sizes, quantity }) => sizes.length === 1 && quantity > 0);
  return whole.slice(0, 5).map(({ proId }) => proId);
}

describe('an order takes so many statements at most, however many pieces it has', () => {
  it('in cash, from the press of the button to the answer [S-PAY-06]', async ({ shop }) => {
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
    // Several places on the shelf are taken in one order before any is changed; one need not be.
    expect(five).toBe(one + 1);
    expect(five).toBeLessThanOrEqual(17);
  });

  it('online: beginning, and paid [S-PAY-07 S-PAY-15]', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', ...(await fiveProducts(shop)));
    const begun: PaymentOrder[] = [];
    const beginning = await countStatements(async () => {
      const response = await meera.post('/payment/create-order', { orderDetails });
      begun.push(PaymentOrder.parse(await response.json()));
    });
    const { outcome: _, ...proof } = await payAtBank(shop, begun[0]?.order.id ?? '', 'pay', false);
    const paid = await countStatements(async () => {
      expect((await meera.post('/payment/verify-order', proof)).status).toBe(200);
    });
    expect(beginning).toBeLessThanOrEqual(30);
    expect(paid).toBeLessThanOrEqual(30);
  });
});
