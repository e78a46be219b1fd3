import { describe, expect } from 'vitest';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { cashOrder, deliverOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { listMoneyEvents, listOrdersOfCustomer, readOrderOfCustomer } from './customer-orders.server.ts';

describe('the number of SQL statements', () => {
  it('lists twelve orders with as many SQL statements as one order [S-API-24]', async ({ shop }) => {
    await liftOrderLimits(shop);
    const one = await cashOrder(shop, 'meera.new');
    const twelve = await cashOrder(shop, 'asha.new');
    await deliverOrder(shop, twelve.order.id);
    for (let more = 0; more < 11; more++) await cashOrder(shop, 'asha.new');
    const list = ({ customerId }: typeof one) =>
      countStatements(async () => {
        await listOrdersOfCustomer(shop, customerId, { limit: 50, offset: 0 });
      });
    expect(await list(twelve)).toBe(await list(one));
    expect(await list(one)).toBeLessThanOrEqual(13);
    const read = () => readOrderOfCustomer(shop, one.customerId, one.order.id);
    expect(await countStatements(read)).toBeLessThanOrEqual(13);
    expect(await countStatements(() => listMoneyEvents(shop, twelve.customerId))).toBe(3);
  });

  it('cancels an order with at most thirty SQL statements [S-API-27]', async ({ shop }) => {
    const { customerId, order } = await cashOrder(shop, 'meera.new');
    const cancel = () => cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
    expect(await countStatements(cancel)).toBeLessThanOrEqual(30);
  });
});
