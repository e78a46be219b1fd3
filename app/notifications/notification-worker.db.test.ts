import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  gulnar,
  shopperWith,
  shopWithBank,
  stole,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { deliverOrder, paidOrder } from '../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../tests/fixtures/staff.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listEnabledStaff } from '../admin/sign-in/staff.server.ts';
import { staff } from '../admin/tables.server.ts';
import { staffNotification } from '../foundation/email/email.server.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { formatRupees } from '../foundation/money.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { events, outbox } from '../foundation/tables.server.ts';
import { requestReturn } from '../orders/returns/return-order.server.ts';
import { orders } from '../orders/tables.server.ts';
import { announceEvents, sendNotifications } from './notification-worker.server.ts';
import { dropUnsentEmails } from './switches.server.ts';
import { notificationRecipients, notifications } from './tables.server.ts';

const minute = 60_000;

async function runWorker(shop: Shop) {
  await announceEvents(shop, listEnabledStaff);
  await sendNotifications(shop, listEnabledStaff);
}

/** Lists the emails to staff about events, in the order in which they were queued. */
const emailsIn = ({ db }: Shop) =>
  db
    .select({ to: outbox.to, subject: outbox.subject, text: outbox.text })
    .from(outbox)
    .where(eq(outbox.kind, staffNotification))
    .orderBy(asc(outbox.createdAt), asc(outbox.to));

/** Records `count` events of the kind `order-placed`, all about one order of the fixtures. */
async function recordOrders(shop: Shop, count = 1) {
  const [order] = await shop.db.select({ id: orders.id }).from(orders).limit(1);
  const event = { kind: 'order-placed', payload: { orderId: order?.id ?? '' } } as const;
  await inTransaction(shop, (tx) => recordEvent(tx, ...Array.from({ length: count }, () => event)));
}

/**
 * Signs in the only owner, records a new order, and creates the owner's notification without sending an email. Returns the
 * owner's id.
 */
async function announceOrder(shop: TestShop) {
  const { id } = await signInOnlyOwner(shop);
  await recordOrders(shop);
  await announceEvents(shop, listEnabledStaff);
  return id;
}

/** Disables all existing staff members. Then creates the owner kavita@example.in and signs in this owner. */
async function signInOnlyOwner(shop: TestShop) {
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
  return signInAsStaff(shop);
}

/** Saves the notification settings of a staff member. */
const setSwitches = (
  { db }: TestShop,
  staffId: string,
  switches: Partial<typeof notificationRecipients.$inferInsert>,
) =>
  db
    .insert(notificationRecipients)
    .values({ staffId, nextTryAt: new Date(0), ...switches })
    .onConflictDoUpdate({ target: notificationRecipients.staffId, set: switches });

describe('an email about an event', () => {
  it('contains the number, total and town of a new order, but not the customer’s name, street, phone number or postcode', async ({
    shop,
  }) => {
    await signInOnlyOwner(shop);
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const orderDetails = { shippingInfo: validDeliveryForm };
    expect((await meera.post('/checkout/', { orderDetails })).status).toBe(200);
    await runWorker(shop);
    const [order] = await shop.db.select().from(orders).where(eq(orders.createdAt, shop.clock.now()));
    const [email, ...others] = await emailsIn(shop);
    expect(others).toEqual([]);
    expect(email?.to).toBe('kavita@example.in');
    expect(email?.subject).toMatch(new RegExp(`^New order ${order?.number}: ₹[\\d,]+, Jaipur$`));
    expect(email?.text).toContain(`/admin/orders/${order?.id}`);
    expect(email?.text).not.toMatch(/Meera|Joshi|Ravi Nagar|98290|302003/);
  });

  it('contains the value of the returned items and the total of the order when a return is requested', async ({
    shop,
  }) => {
    await signInOnlyOwner(shop);
    const { customerId, order, lines } = await paidOrder(shop, 'meera.new', gulnar, stole);
    await deliverOrder(shop, order.id);
    await shop.db.delete(events);
    const position = lines.find(({ productId }) => productId === stole)?.position ?? -1;
    const items = [{ position, quantity: 1 }];
    await requestReturn(shop, customerId, order.id, { items, reason: '', note: '' });
    await runWorker(shop);
    const [email] = await emailsIn(shop);
    const total = formatRupees(order.totalPaise / 100);
    expect(email?.subject).toBe(
      `A shopper in Jaipur wants to return pieces worth ₹450 from order ${order.number} (order total ${total}). Please approve or decline`,
    );
  });

  it('goes to the owner by default, and to staff for the kinds of events that they have chosen', async ({
    shop,
  }) => {
    const { id } = await signInOnlyOwner(shop);
    const arjun = await signInAsStaff(shop, 'staff');
    await recordOrders(shop);
    await runWorker(shop);
    expect((await emailsIn(shop)).map(({ to }) => to)).toEqual(['kavita@example.in']);
    await setSwitches(shop, arjun.id, { kinds: ['order-placed'] });
    shop.clock.advance(11 * minute);
    await recordOrders(shop);
    await runWorker(shop);
    const sent = ['kavita@example.in', 'arjun@example.in', 'kavita@example.in'];
    expect((await emailsIn(shop)).map(({ to }) => to)).toEqual(sent);
    await setSwitches(shop, id, { kinds: ['stock-low'] });
    shop.clock.advance(11 * minute);
    await recordOrders(shop);
    await runWorker(shop);
    expect((await emailsIn(shop)).map(({ to }) => to)).toEqual([...sent, 'arjun@example.in']);
  });

  it('is by default not sent to an owner who has become an ordinary staff member', async ({ shop }) => {
    const id = await announceOrder(shop);
    await shop.db.update(staff).set({ role: 'staff' }).where(eq(staff.id, id));
    await sendNotifications(shop, listEnabledStaff);
    await recordOrders(shop);
    await runWorker(shop);
    expect(await emailsIn(shop)).toEqual([]);
    const ended = { emailId: null, endedAt: shop.clock.now() };
    expect(await shop.db.select().from(notifications)).toMatchObject([ended]);
  });

  it('states the number of events in the subject if there are several, and contains a link to the message of a customer', async ({
    shop,
  }) => {
    const { id } = await signInOnlyOwner(shop);
    await setSwitches(shop, id, {
      kinds: ['email-failed', 'webhook-failed', 'review-waits', 'message-waits', 'stock-low', 'backup-old'],
    });
    await inTransaction(shop, (tx) =>
      recordEvent(
        tx,
        { kind: 'email-failed', payload: { emailId: 'e' } },
        { kind: 'webhook-failed', payload: { provider: 'bank', eventId: 'w' } },
        { kind: 'review-waits', payload: { reviewId: 'r' } },
        { kind: 'message-waits', payload: { messageId: 'm' } },
        { kind: 'stock-low', payload: { variantId: 'gone', unitsLeft: 0 } },
        { kind: 'backup-old', payload: { days: 7 } },
      ),
    );
    await runWorker(shop);
    const [email] = await emailsIn(shop);
    expect(email?.subject).toBe('6 events in your shop');
    expect(email?.text).toContain('/admin/messages/m');
  });
});

describe('the time of an email about an event', () => {
  it('is immediate for the first order, and ten minutes later for the next fifty orders, which share one email', async ({
    shop,
  }) => {
    await signInOnlyOwner(shop);
    await recordOrders(shop);
    await runWorker(shop);
    expect(await emailsIn(shop)).toHaveLength(1);
    for (let batch = 0; batch < 5; batch++) {
      await recordOrders(shop, 10);
      await runWorker(shop);
      shop.clock.advance(minute);
    }
    expect(await emailsIn(shop)).toHaveLength(1);
    shop.clock.advance(5 * minute);
    await runWorker(shop);
    await runWorker(shop);
    expect((await emailsIn(shop)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New order/),
      '50 events in your shop',
    ]);
  });

  it('is the end of the quiet hours for an order at night, but immediate for a payment at night', async ({
    shop,
  }) => {
    const { id } = await signInOnlyOwner(shop);
    const hour = (shop.clock.now().getUTCHours() + 5) % 24;
    await setSwitches(shop, id, { quietFrom: (hour + 23) % 24, quietUntil: (hour + 3) % 24 });
    await recordOrders(shop);
    await runWorker(shop);
    expect(await emailsIn(shop)).toEqual([]);
    const [order] = await shop.db.select({ id: orders.id }).from(orders).limit(1);
    const payload = { orderId: order?.id ?? '', amountPaise: 260_000 };
    await inTransaction(shop, (tx) => recordEvent(tx, { kind: 'payment-received', payload }));
    await runWorker(shop);
    expect((await emailsIn(shop)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^₹2,600 was paid online/),
    ]);
    shop.clock.advance(4 * 60 * minute);
    await runWorker(shop);
    expect((await emailsIn(shop))[1]?.subject).toMatch(/^New order/);
  });
});

describe('concurrent and crashed workers', () => {
  it('create one notification for each of twenty events, and put it into exactly one email', async ({
    ownShop: shop,
  }) => {
    await signInOnlyOwner(shop);
    await recordOrders(shop, 20);
    await Promise.all([runWorker(shop), runWorker(shop)]);
    await runWorker(shop);
    shop.clock.advance(11 * minute);
    await Promise.all([runWorker(shop), runWorker(shop)]);
    const found = await shop.db.select().from(notifications);
    expect(found).toHaveLength(20);
    expect(found.every(({ emailId }) => emailId !== null)).toBe(true);
    expect(new Set(found.map(({ emailId }) => emailId)).size).toBe((await emailsIn(shop)).length);
  });

  it('insert only one notification about an event that is handled twice', async ({ ownShop: shop }) => {
    await announceOrder(shop);
    // Simulates a crash after the handler has run but before its result is stored: the lease expires, and another worker claims
    // the event.
    await shop.db.update(events).set({ handledAt: null });
    shop.clock.advance(2 * minute);
    expect(await announceEvents(shop, listEnabledStaff)).toBe(1);
    expect(await shop.db.select().from(notifications)).toHaveLength(1);
  });

  it('queue the email in the next run if the process crashes before the transaction ends', async ({
    ownShop: shop,
  }) => {
    await announceOrder(shop);
    const crashing = async (inner: Shop) => {
      await listEnabledStaff(inner);
      throw new Error('the process was killed');
    };
    await sendNotifications(shop, crashing);
    expect(await emailsIn(shop)).toEqual([]);
    shop.clock.advance(2 * minute);
    await Promise.all([sendNotifications(shop, listEnabledStaff), sendNotifications(shop, listEnabledStaff)]);
    expect(await emailsIn(shop)).toHaveLength(1);
  });

  it('queue no second email if the lease of a slow worker expires', async ({ ownShop: shop }) => {
    await announceOrder(shop);
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const slow = sendNotifications(shop, async (inner) => {
      await mayGoOn;
      return listEnabledStaff(inner);
    });
    await expect
      .poll(() => shop.db.$count(notificationRecipients, eq(notificationRecipients.tries, 1)))
      .toBe(1);
    shop.clock.advance(2 * minute);
    expect(await sendNotifications(shop, listEnabledStaff)).toBe(0);
    goOn();
    expect(await slow).toBe(1);
    expect(await emailsIn(shop)).toHaveLength(1);
  });

  it('send no email to a staff member whose account is disabled before the email is sent', async ({
    ownShop: shop,
  }) => {
    const id = await announceOrder(shop);
    const { promise: hasRead, resolve: read } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const queueing = sendNotifications(shop, async (inner) => {
      const members = await listEnabledStaff(inner);
      read();
      await mayGoOn;
      return members;
    });
    await hasRead;
    const leaving = inTransaction(shop, async (tx) => {
      await tx.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, id));
      await dropUnsentEmails(tx, id);
    });
    await Promise.race([leaving, wait(300)]);
    goOn();
    await Promise.all([queueing, leaving]);
    expect(await emailsIn(shop)).toEqual([]);
    expect(await shop.db.select().from(notifications)).toMatchObject([
      { emailId: null, endedAt: shop.clock.now() },
    ]);
  });
});
