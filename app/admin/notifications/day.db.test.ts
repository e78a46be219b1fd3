import { and, asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { decideReturn } from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder, deliverOrder, paidOrder, unpaidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { expireOrders } from '../../checkout/payment-worker/payment-worker.server.ts';
import { hours, minutes } from '../../foundation/clock.ts';
import { staffNotification } from '../../foundation/email/email.server.ts';
import { deliverEmails, resendEmail } from '../../foundation/email/email-worker.server.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { type EventKind, eventKinds } from '../../notifications/contract.ts';
import { announceEvents, sendNotifications } from '../../notifications/notification-worker.server.ts';
import { saveSwitches } from '../../notifications/switches.server.ts';
import { requestReturn } from '../../orders/returns/return-order.server.ts';
import { rateProduct } from '../../reviews/customer-ratings.server.ts';
import { decideReview } from '../../reviews/moderate.server.ts';
import { reviews } from '../../reviews/tables.server.ts';
import { readDashboard } from '../dashboard/dashboard.server.ts';
import { todosOf } from '../dashboard/todo.ts';
import { listEnabledStaff } from '../sign-in/staff.server.ts';
import { staff } from '../tables.server.ts';

/**
 * Advances the clock past the pause of ten minutes between two emails. Then announces new events and queues the emails about
 * them.
 */
async function notifyStaff(shop: TestShop) {
  shop.clock.advance(minutes(11));
  await announceEvents(shop, listEnabledStaff);
  await sendNotifications(shop, listEnabledStaff);
}

/** Lists the subjects of the emails to a staff member, in the order in which they were queued. */
async function subjectsTo({ db }: TestShop, email: string) {
  const rows = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.kind, staffNotification), eq(outbox.to, email)))
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ subject }) => subject);
}

/** Creates a signed-in staff member who is notified about these kinds of events. */
async function memberWith(shop: TestShop, kinds: readonly EventKind[], ...who: ['owner' | 'staff', string]) {
  const member = await signInAsStaff(shop, ...who);
  await inTransaction(shop, (tx) => saveSwitches(tx, member.id, { kinds: [...kinds], quiet: null }));
  return member;
}

/** Lists the titles of the dashboard's tasks, except those about missing details of the shop. */
async function listTasks(shop: TestShop) {
  const titles = todosOf(await readDashboard(shop), { isOwner: true }).map(({ title }) => title);
  return titles.filter((title) => !/^(Shop detail|Store)/.test(title));
}

it('each event of a day is emailed once, and is listed as a task until staff have done the task', async ({
  shop,
}) => {
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
  const kinds = eventKinds.filter((kind) => kind !== 'stock-low');
  const kavita = await memberWith(shop, kinds, 'owner', 'kavita@example.in');
  const arjun = await memberWith(shop, ['return-requested'], 'staff', 'arjun@example.in');
  const bina = await memberWith(shop, eventKinds, 'staff', 'bina@example.in');
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() }).where(eq(staff.id, bina.id));
  expect(await listTasks(shop)).toEqual([]);

  // The only Gulnar is held for a customer who pays too late. By then another customer has bought it with cash on delivery.
  const late = await unpaidOrder(shop, 'late.new', gulnar);
  await notifyStaff(shop);
  expect(await subjectsTo(shop, kavita.email)).toEqual([]);
  shop.clock.advance(hours(2));
  await expireOrders(shop);
  const cash = await cashOrder(shop, 'cash.new', gulnar);
  await notifyStaff(shop);
  const online = await paidOrder(shop, 'online.new', stole);
  await notifyStaff(shop);
  await late.pay();
  await notifyStaff(shop);
  expect(await listTasks(shop)).toEqual(['Orders to pack']);

  await deliverOrder(shop, cash.order.id);
  await deliverOrder(shop, online.order.id);
  await rateProduct(shop, cash.customerId, gulnar, { stars: 5, review: 'It falls like water.' });
  await notifyStaff(shop);
  const why = { reason: 'It is not what I ordered', note: '' };
  await requestReturn(shop, online.customerId, online.order.id, why);
  await notifyStaff(shop);

  await deliverEmails(shop, async () => {});
  const isToBuyer = and(eq(outbox.kind, 'order'), eq(outbox.to, 'cash.new@example.in'));
  await shop.db.update(outbox).set({ sentAt: null, nextTryAt: shop.clock.now() }).where(isToBuyer);
  for (let attempt = 0; attempt < 20; attempt++) {
    await deliverEmails(shop, async () => Promise.reject(new Error('no such mailbox')));
    shop.clock.advance(hours(24));
  }
  await notifyStaff(shop);
  await notifyStaff(shop);

  const aboutReturn = expect.stringContaining(` from order ${online.order.number} (order total`);
  expect(await subjectsTo(shop, kavita.email)).toEqual([
    `New order ${cash.order.number}: ₹24,800, Jaipur`,
    '2 events in your shop',
    expect.stringContaining(`for order ${late.order.number} could not be used`),
    'A new review is waiting for you to read it',
    aboutReturn,
    expect.stringMatching(/^The shop could not send an email/),
  ]);
  expect(await subjectsTo(shop, arjun.email)).toEqual([aboutReturn]);
  expect(await subjectsTo(shop, bina.email)).toEqual([]);

  expect(await listTasks(shop)).toEqual([
    'Return waiting for your decision',
    'Review to read',
    'Email that could not be sent',
  ]);
  await decideReturn(shop, online.order.id, { approve: false, text: 'It was worn.' });
  const [review] = await shop.db.select().from(reviews).where(eq(reviews.customerId, cash.customerId));
  const decision = { seenText: 'It falls like water.', state: 'shown' } as const;
  await inTransaction(shop, (tx) => decideReview(tx, review?.id ?? '', decision));
  const [email] = await shop.db.select({ id: outbox.id }).from(outbox).where(isToBuyer);
  expect(await inTransaction(shop, (tx) => resendEmail(tx, email?.id ?? ''))).toBe(true);
  expect(await listTasks(shop)).toEqual([]);
});
