import { describe, expect } from 'vitest';
import { paidInCash, paidOnline, refundOf } from '../../tests/fixtures/payments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listReceipts, listRefunds } from './ledger.server.ts';

const minute = 60_000;
const amountsOf = (rows: { reference: string; amountPaise: number }[]) =>
  rows.map(({ reference, amountPaise }) => `${reference} ${amountPaise}`);

describe('the ledger', () => {
  it('lists receipts and refunds of the given orders, oldest first, and stores only one cash receipt per order', async ({
    shop,
  }) => {
    for (const [index, reference] of ['b', 'a', 'c', 'a'].entries()) {
      await paidInCash(shop, reference, 10 * (index + 1));
      shop.clock.advance(minute);
    }
    for (const [index, reference] of ['b', 'a', 'c', 'b'].entries()) {
      await refundOf(shop, reference, index + 1);
      shop.clock.advance(minute);
    }
    expect(amountsOf(await listReceipts(shop, ['a', 'b']))).toEqual(['b 10', 'a 20']);
    expect(amountsOf(await listRefunds(shop, ['a', 'b']))).toEqual(['b 1', 'a 2', 'b 4']);
    expect([await listReceipts(shop, []), await listRefunds(shop, [])]).toEqual([[], []]);
  });

  it('lists a receipt with its provider, its time and the amount that was refunded', async ({ shop }) => {
    await paidInCash(shop, 'a');
    await paidOnline(shop, 'b');
    await refundOf(shop, 'a', 300);
    await refundOf(shop, 'a', 50);
    const at = shop.clock.now();
    const [a] = await listReceipts(shop, ['a']);
    expect(a).toMatchObject({ provider: 'cash', amountPaise: 1000, refundedPaise: 350, at });
    const [b] = await listReceipts(shop, ['b']);
    expect(b).toMatchObject({ provider: 'pretend-bank', amountPaise: 1000, refundedPaise: 0 });
  });
});
