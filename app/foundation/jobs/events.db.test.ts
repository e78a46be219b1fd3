import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { payAtBank } from '../../../sandbox/pretend-bank.server.ts';
import { shopperWith, shopWithBank, stole, validDeliveryForm } from '../../../tests/fixtures/checkout.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { PaymentOrder } from '../../checkout/contract.ts';
import { sendMessage } from '../../messages/messages.server.ts';
import { sellStock } from '../../stock/holds.server.ts';
import { createStockLevels, receiveStock } from '../../stock/stock.server.ts';
import { queueEmail, staffNotification } from '../email/email.server.ts';
import { deliverEmails } from '../email/email-worker.server.ts';
import { inTransaction, type Shop } from '../shop.server.ts';
import { events, outbox } from '../tables.server.ts';
import { recordEvent } from './events.server.ts';

const orderDetails = { shippingInfo: validDeliveryForm };

const kindsIn = async ({ db }: Shop) =>
  (await db.select().from(events).orderBy(asc(events.id))).map(({ kind }) => kind);

it('an online order is an event when it is paid, not when its stock is held', async ({ shop }) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const response = await meera.post('/payment/create-order', { orderDetails });
  const { order } = PaymentOrder.parse(await response.json());
  expect(await kindsIn(shop)).toEqual([]);
  const { outcome: _, ...proof } = await payAtBank(shop, order.id, 'pay', false);
  for (const _try of [1, 2]) await meera.post('/payment/verify-order', proof);
  expect(await kindsIn(shop)).toEqual(['order-placed', 'payment-received']);
});

it('a message is an event with its id and nothing personal', async ({ shop }) => {
  await sendMessage(
    shop,
    { name: 'Asha', email: 'asha@example.in', message: 'Is it woven?' },
    { address: '203.0.113.7' },
  );
  const [event] = await shop.db.select().from(events);
  expect(event?.kind).toBe('message-waits');
  expect(Object.keys(event?.payload ?? {})).toEqual(['messageId']);
});

it('a sale that leaves no more units than the owner’s number is an event', async ({ shop }) => {
  await createStockLevels(shop, ['a-variant']);
  await receiveStock(shop, [{ variantId: 'a-variant', change: 20 }], 'received');
  const sell = (count: number) =>
    sellStock(shop, [{ variantId: 'a-variant', count }], { reference: 'TB9', owner: 'asha' });
  await sell(1);
  expect(await kindsIn(shop)).toEqual([]);
  await sell(19);
  expect(await shop.db.select().from(events)).toMatchObject([
    { kind: 'stock-low', payload: { variantId: 'a-variant', unitsLeft: 0 } },
  ]);
});

const email = { to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html: '<p>Hello</p>' };

/** Fails to send the queued emails until they have no try left. */
async function failAllTries(
  shop: Parameters<typeof deliverEmails>[0] & { clock: { advance(ms: number): void } },
) {
  for (let tries = 0; tries < 6; tries++) {
    await deliverEmails(shop, () => Promise.reject(new Error('the server is down')));
    shop.clock.advance(13 * 3_600_000);
  }
}

it('an email is an event after its last try has failed, once', async ({ shop }) => {
  await queueEmail(shop, { kind: 'order', ...email });
  await failAllTries(shop);
  const [row] = await shop.db.select().from(outbox);
  expect(row?.failedAt).not.toBeNull();
  expect(await shop.db.select().from(events)).toMatchObject([
    { kind: 'email-failed', payload: { emailId: row?.id } },
  ]);
});

it('an email to staff that fails is no event', async ({ shop }) => {
  await queueEmail(shop, { kind: staffNotification, ...email });
  await failAllTries(shop);
  expect(await kindsIn(shop)).toEqual([]);
});

it('an event of a transaction that is rolled back does not exist', async ({ shop }) => {
  const failed = inTransaction(shop, async (tx) => {
    await recordEvent(tx, { kind: 'order-placed', payload: { orderId: 'an-order' } });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await kindsIn(shop)).toEqual([]);
});
