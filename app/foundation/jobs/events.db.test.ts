import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { payAtBank } from '../../../sandbox/pretend-bank.server.ts';
import { shopperWith, shopWithBank, stole } from '../../../tests/fixtures/checkout.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readSettings } from '../../content/content.server.ts';
import { sendMessage } from '../../messages/messages.server.ts';
import { sellStock } from '../../stock/holds.server.ts';
import { createStockLevels, receiveStock } from '../../stock/stock.server.ts';
import { queueEmail, staffNotification } from '../email/email.server.ts';
import { deliverEmails } from '../email/email-worker.server.ts';
import type { Shop } from '../shop.server.ts';
import { events, outbox } from '../tables.server.ts';

const kindsIn = async ({ db }: Shop) =>
  (await db.select().from(events).orderBy(asc(events.id))).map(({ kind }) => kind);

it('records an event for an online order when it is paid, not when its stock is held', async ({ shop }) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const { order } = await meera.startPayment();
  expect(await kindsIn(shop)).toEqual([]);
  const { outcome: _, ...proof } = await payAtBank(shop, order.id, 'pay', false);
  for (const _try of [1, 2]) await meera.post('/payment/verify-order', proof);
  expect(await kindsIn(shop)).toEqual(['order-placed', 'payment-received']);
});

it('records only the id of a contact message in the event for this message', async ({ shop }) => {
  const message = { name: 'Asha', email: 'asha@example.in', message: 'Is it woven?' };
  await sendMessage(shop, message, { address: '203.0.113.7' });
  const payload = { messageId: expect.any(String) };
  expect((await shop.db.select().from(events)).map((event) => [event.kind, event.payload])).toEqual([
    ['message-waits', payload],
  ]);
});

it('records the event `stock-low` when a sale reduces the stock to the limit that the owner has set', async ({
  shop,
}) => {
  await createStockLevels(shop, ['a-variant']);
  await receiveStock(shop, [{ variantId: 'a-variant', change: 20 }], 'received');
  const sell = (count: number) =>
    sellStock(shop, [{ variantId: 'a-variant', count }], { reference: 'TB9', owner: 'asha' });
  const { lowStockAt } = await readSettings(shop);
  await sell(20 - lowStockAt - 1);
  expect(await kindsIn(shop)).toEqual([]);
  await sell(1);
  expect(await shop.db.select().from(events)).toMatchObject([
    { kind: 'stock-low', payload: { variantId: 'a-variant', unitsLeft: lowStockAt } },
  ]);
});

const email = { to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html: '<p>Hello</p>' };

it.for([
  ['order', ['email-failed']],
  [staffNotification, []],
] as const)(
  'records these events when an email of the kind %s fails: %j',
  async ([kind, kinds], { shop }) => {
    await queueEmail(shop, { kind, ...email });
    for (let tries = 0; tries < 6; tries++) {
      await deliverEmails(shop, () => Promise.reject(new Error('the server is down')));
      shop.clock.advance(13 * 3_600_000);
    }
    const [row] = await shop.db.select().from(outbox);
    expect(row?.failedAt).not.toBeNull();
    const recorded = kinds.map((one) => ({ kind: one, payload: { emailId: row?.id } }));
    expect(await shop.db.select().from(events)).toMatchObject(recorded);
  },
);
