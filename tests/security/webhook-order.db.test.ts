/** What the bank tells, in every order in which it may come, and twice. */
import { describe, expect } from 'vitest';
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

function orders<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

const day = 24 * 60 * 60_000;

/** The event's name, and what it says of the payment. */
const events = [
  ['payment.authorized', 'authorized'],
  ['payment.captured', 'captured'],
  ['order.paid', 'captured'],
  ['payment.failed', 'failed'],
] as const;

describe('the bank tells of one payment', () => {
  it('in any order, each time twice, at once or a day later, with one result', async ({ shop }) => {
    const { shop: now, andRolledBack } = rolledBackApp(shop);
    const { app, worker, dropWebhooks } = shopWithBank(now);
    const meera = await shopperWith(now, app, 'meera.new', gulnar);
    const begun = await meera.startPayment();
    await payAtBank(now, begun.order.id, 'pay', false);
    dropWebhooks();
    const [event] = await now.db.select().from(pretendBankWebhooks);
    const captured = event?.body ?? '';
    expect(captured).toContain('"status":"captured"');

    for (const reported of orders(events)) {
      const end = await andRolledBack(async () => {
        for (const [at, [event, status]] of reported.entries()) {
          const body = captured
            .replace('payment.captured', event)
            .replace('"status":"captured"', `"status":"${status}"`);
          for (const id of at % 2 === 0 ? [`evt_${at}`, `evt_${at}`] : [`evt_${at}`, `evt_again_${at}`]) {
            const response = await app.request('/api/payment/webhook/pretend-bank', {
              method: 'POST',
              headers: {
                'x-razorpay-signature': sign(webhookSecret(now), body),
                'x-razorpay-event-id': id,
              },
              body,
            });
            expect(response.status).toBe(200);
          }
          await worker.runOnce();
        }
        const end = {
          state: await orderStateOf(now, begun.orderId),
          receipts: (await now.db.select().from(receipts)).length,
          refunds: (await now.db.select().from(refunds)).length,
          emails: await countEmails(now, 'order'),
          shelf: await readStockLevel(now),
        };
        now.clock.advance(day);
        await worker.runOnce();
        expect(await orderStateOf(now, begun.orderId)).toBe(end.state);
        now.clock.advance(-day);
        return end;
      });
      expect(end, reported.map(([event]) => event).join(', ')).toEqual({
        state: 'placed',
        receipts: 1,
        refunds: 0,
        emails: 1,
        shelf: { onHand: 0, held: 0 },
      });
    }
  });
});
