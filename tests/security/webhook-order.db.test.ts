/** Sends the webhooks of the payment provider in every order, and twice. */
import { expect } from 'vitest';
import { sign } from '../../app/payments/signature.server.ts';
import { receipts, refunds } from '../../app/payments/tables.server.ts';
import { payAtBank, webhookSecret } from '../../sandbox/pretend-bank.server.ts';
import { pretendBankWebhooks } from '../../sandbox/tables.server.ts';
import {
  countEmails,
  gulnar,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
} from '../fixtures/checkout.ts';
import { it } from '../fixtures/world.ts';
import { rolledBackApp } from './seeded.ts';

/** Lists all permutations. */
function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((item, index) => permutations(all.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

const day = 24 * 60 * 60_000;

/** Name of an event, and the payment's status in the event. */
const events = [
  ['payment.authorized', 'authorized'],
  ['payment.captured', 'captured'],
  ['order.paid', 'captured'],
  ['payment.failed', 'failed'],
] as const;

it('the webhooks of one payment have the same result in any order, even if each arrives twice', {
  timeout: 120_000,
}, async ({ shop }) => {
  const { shop: now, andRolledBack } = rolledBackApp(shop);
  const { app, worker, dropWebhooks } = shopWithBank(now);
  const meera = await shopperWith(now, app, 'meera.new', gulnar);
  const started = await meera.startPayment();
  await payAtBank(now, started.order.id, 'pay', false);
  dropWebhooks();
  const [event] = await now.db.select().from(pretendBankWebhooks);
  const captured = event?.body ?? '';
  expect(captured).toContain('"status":"captured"');

  for (const order of permutations(events)) {
    const result = await andRolledBack(async () => {
      for (const [index, [event, status]] of order.entries()) {
        const body = captured
          .replace('payment.captured', event)
          .replace('"status":"captured"', `"status":"${status}"`);
        for (const id of index % 2 === 0
          ? [`evt_${index}`, `evt_${index}`]
          : [`evt_${index}`, `evt_again_${index}`]) {
          const response = await app.request('/api/payment/webhook/pretend-bank', {
            method: 'POST',
            headers: { 'x-razorpay-signature': sign(webhookSecret(now), body), 'x-razorpay-event-id': id },
            body,
          });
          expect(response.status).toBe(200);
        }
        await worker.runOnce();
      }
      const result = {
        state: await orderStateOf(now, started.orderId),
        receipts: (await now.db.select().from(receipts)).length,
        refunds: (await now.db.select().from(refunds)).length,
        emails: await countEmails(now, 'order'),
        stock: await readStockLevel(now),
      };
      now.clock.advance(day);
      await worker.runOnce();
      expect(await orderStateOf(now, started.orderId)).toBe(result.state);
      now.clock.advance(-day);
      return result;
    });
    expect(result, order.map(([event]) => event).join(', ')).toEqual({
      state: 'placed',
      receipts: 1,
      refunds: 0,
      emails: 1,
      stock: { onHand: 0, held: 0 },
    });
  }
});
