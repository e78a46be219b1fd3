import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { staffRequests } from '../../../tests/fixtures/admin-requests.ts';
import { gulnar, readStockLevel } from '../../../tests/fixtures/checkout.ts';
import {
  cashOrder,
  deliverOrder,
  paidOrder,
  readOrder as readRow,
  refundAmounts,
  refundsOf,
} from '../../../tests/fixtures/sold-orders.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readOrderOfCustomer } from '../../orders/customer-orders.server.ts';
import { AdminOrder } from '../../orders/for-staff/contract.ts';
import { requestReturn } from '../../orders/returns/return-order.server.ts';
import { refunds } from '../../payments/tables.server.ts';
import { listShipments } from '../../shipping/shipments.server.ts';
import { insertTrackingEvents } from '../../shipping/tracking-events.server.ts';
import { auditLog } from '../tables.server.ts';

type Request = Awaited<ReturnType<typeof staffRequests>>;

const it = base.extend('request', ({ shop }) => staffRequests(shop));

const ofWhole = ({ status, body }: Awaited<ReturnType<Request>>) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return AdminOrder.parse(body);
};

const auditOf = ({ db }: Shop, orderId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, orderId)).orderBy(auditLog.id);

/** Refunds ₹100 of a paid order and makes the payment provider reject the refund. Returns the refund's id. */
async function failedRefund(shop: Shop, request: Request, orderId: string) {
  const requested = { amount: 100, reason: 'A flaw.', refundedBefore: 0 };
  const [refund] = ofWhole(await request('POST', `/orders/${orderId}/refund`, requested)).refunds;
  const id = refund?.id ?? '';
  const failed = { failedAt: shop.clock.now(), lastError: 'The balance is too low.' };
  await shop.db.update(refunds).set(failed).where(eq(refunds.id, id));
  return id;
}

describe('the admin [F-131]', () => {
  it('packs, ships and delivers an order, with one audit entry for each step', async ({ shop, request }) => {
    const { order } = await cashOrder(shop, 'meera.new');
    const at = `/orders/${order.id}`;
    const packed = ofWhole(await request('POST', `${at}/pack`));
    // A repeated request changes nothing.
    expect(ofWhole(await request('POST', `${at}/pack`))).toEqual(packed);
    expect(packed).toMatchObject({ state: 'packed', couriers: ['pretend', 'manual'] });
    expect(packed.invoices).toMatchObject([{ kind: 'invoice', total: packed.total }]);
    const given = ofWhole(await request('POST', `${at}/ship`, { courier: 'pretend' }));
    expect(given.shipments).toMatchObject([{ courier: 'pretend', direction: 'out', isCancelled: false }]);
    expect(ofWhole(await request('POST', `${at}/shipment`, { to: 'shipped' })).state).toBe('shipped');
    const note = 'The guard took it.';
    const there = ofWhole(await request('POST', `${at}/shipment`, { to: 'delivered', note }));
    expect(there).toMatchObject({ state: 'delivered', refundableAmount: there.total, refundedBefore: 0 });
    expect(there.receipts).toMatchObject([{ provider: 'cash', amount: there.total }]);
    expect(there.history.at(-1)).toMatchObject({ actor: 'merchant', note });

    const log = await auditOf(shop, order.id);
    const actions = ['order.pack', 'order.ship', 'shipment.update', 'shipment.update'];
    expect(log.map(({ action }) => action)).toEqual(actions);
    const change = { before: { number: order.number, state: 'placed' }, after: { state: 'packed' } };
    expect(log[0]).toMatchObject({ email: 'arjun@example.in', subjectKind: 'order', ...change });
    expect(JSON.stringify(log)).not.toMatch(/Meera|Jaipur|98290/);
  });

  it('shows only the text, the place and the time of a tracking event', async ({ shop, request }) => {
    const { order } = await cashOrder(shop, 'meera.new');
    await request('POST', `/orders/${order.id}/pack`);
    await request('POST', `/orders/${order.id}/ship`, { courier: 'pretend' });
    const [shipment] = await listShipments(shop, [order.id]);
    if (!shipment) throw new Error('The order has no shipment.');
    const at = shop.clock.now();
    const scan = { text: 'Picked up', location: 'Jaipur', at, code: '42', step: null, fingerprint: 'a' };
    await insertTrackingEvents(shop, shipment, { expectedOn: null, scans: [scan] }, async () => {});
    const { body } = await request('GET', `/orders/${order.id}`);
    const scans = [{ description: 'Picked up', location: 'Jaipur', at: at.toISOString() }];
    expect(body).toMatchObject({ shipments: [{ scans }] });
    expect(JSON.stringify(body)).not.toMatch(/fingerprint|shipmentId/);
  });

  it('does not overwrite a private note that was saved in the meantime', async ({ shop, request }) => {
    const { order } = await cashOrder(shop, 'meera.new');
    const note = (privateNote: string, before: string) =>
      request('PUT', `/orders/${order.id}/note`, { privateNote, before });
    expect(ofWhole(await note('Rang, no answer.', '')).privateNote).toBe('Rang, no answer.');
    expect(await note('Pack it with care.', '')).toMatchObject({ status: 409, title: 'changed-meanwhile' });
    expect((await readRow(shop, order.id)).privateNote).toBe('Rang, no answer.');
  });

  it('ships an order by hand only if the tracking link is valid', async ({ shop, request }) => {
    const { order } = await cashOrder(shop, 'meera.new');
    await request('POST', `/orders/${order.id}/pack`);
    const manual = { carrier: 'Blue Dart', awb: 'BD1', trackUrl: 'javascript:alert(1)' };
    const ship = (input: object) =>
      request('POST', `/orders/${order.id}/ship`, { courier: 'manual', manual: input });
    const invalid = { status: 400, body: { errors: [{ field: 'manual.trackUrl' }] } };
    expect(await ship(manual)).toMatchObject(invalid);
    const shipped = { state: 'shipped', shipments: [{ carrier: 'Blue Dart', awb: 'BD1' }] };
    const trackUrl = 'https://track.example.in/BD1';
    expect(ofWhole(await ship({ ...manual, trackUrl }))).toMatchObject(shipped);
  });
});

describe('the admin [F-132]', () => {
  it('makes a partial refund only once if the request is repeated, and never refunds more than the refundable amount', async ({
    shop,
    request,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const refund = (amount: number, refundedBefore = 0) =>
      request('POST', `/orders/${order.id}/refund`, { amount, reason: 'A loose thread.', refundedBefore });
    const refunded = { refundedBefore: 1250.5, refundableAmount: 24_800 - 1250.5 };
    expect(ofWhole(await refund(1250.5))).toMatchObject(refunded);
    expect(await refund(1250.5)).toMatchObject({ status: 409, title: 'no-such-transition' });
    expect(await refund(24_000, 1250.5)).toMatchObject({ status: 409, title: 'refund-too-much' });
    expect(await refundAmounts(shop, order)).toEqual([125_050]);
    const paise = { before: { refundedPaise: 0 }, after: { refundedPaise: 125_050 } };
    expect(await auditOf(shop, order.id)).toMatchObject([{ action: 'order.refund', ...paise }]);
  });

  it('requires a recent second factor to refund or cancel a paid order', async ({ shop, request }) => {
    const paid = await paidOrder(shop, 'meera.new', gulnar);
    const unpaid = await cashOrder(shop, 'asha.new');
    shop.clock.advance(10 * 60_000);
    const refund = { amount: 10, reason: 'A flaw.', refundedBefore: 0 };
    const stale = { status: 403, title: 'recent-factor-required' };
    expect(await request('POST', `/orders/${paid.order.id}/refund`, refund)).toMatchObject(stale);
    expect(await request('POST', `/orders/${paid.order.id}/cancel`, {})).toMatchObject(stale);
    expect(await refundAmounts(shop, paid.order)).toEqual([]);
    expect((await request('POST', `/orders/${unpaid.order.id}/cancel`, {})).status).toBe(200);
  });

  it('retries a refund that the bank has rejected', async ({ shop, request }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const refund = await failedRefund(shop, request, order.id);
    expect(ofWhole(await request('GET', `/orders/${order.id}`)).refunds).toMatchObject([
      { state: 'failed', note: 'The balance is too low.', isRetryable: true },
    ]);
    const again = () => request('POST', `/orders/${order.id}/refunds/${refund}/retry`);
    expect(ofWhole(await again()).refunds).toMatchObject([{ state: 'waiting', isRetryable: false }]);
    expect(await again()).toMatchObject({ status: 404, title: 'no-such-refund' });
  });

  it('marks a failed refund as paid by hand, and shows the refund to the customer as done', async ({
    shop,
    request,
  }) => {
    const { order, customerId } = await paidOrder(shop, 'meera.new', gulnar);
    const refund = await failedRefund(shop, request, order.id);
    const at = `/orders/${order.id}/refunds/${refund}`;
    const customersView = async () => (await readOrderOfCustomer(shop, customerId, order.id)).refunds;
    expect(await customersView()).toMatchObject([{ amount: 100, state: 'asked' }]);
    expect(await request('POST', `${at}/settle`, { text: ' ' })).toMatchObject({ status: 400 });
    const other = await paidOrder(shop, 'asha.new');
    const elsewhere = `/orders/${other.order.id}/refunds/${refund}/settle`;
    expect(await request('POST', elsewhere, { text: 'UPI 4711' })).toMatchObject({ status: 404 });
    expect(await refundsOf(shop, order)).toMatchObject([{ doneAt: null, sentAt: null }]);
    const settled = ofWhole(await request('POST', `${at}/settle`, { text: 'UPI 4711' }));
    expect(settled.refunds).toMatchObject([{ state: 'done', note: 'UPI 4711', isRetryable: false }]);
    expect(settled).toMatchObject({ refundedBefore: 100, refundableAmount: 24_700 });
    expect(await request('POST', `${at}/settle`, { text: 'UPI 4712' })).toMatchObject({ status: 404 });
    expect(await request('POST', `${at}/retry`)).toMatchObject({ status: 404, title: 'no-such-refund' });
    expect(await customersView()).toMatchObject([{ amount: 100, state: 'done' }]);
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'refund.settle'));
    expect(log).toMatchObject([{ subjectId: order.id, after: { refund } }]);
  });

  it('either retries a failed refund or marks it as paid, if both are requested at the same time', async ({
    ownShop,
  }) => {
    const { order } = await paidOrder(ownShop, 'meera.new', gulnar);
    const [arjun, owner] = [await staffRequests(ownShop), await staffRequests(ownShop, 'owner')];
    const refund = await failedRefund(ownShop, arjun, order.id);
    const at = `/orders/${order.id}/refunds/${refund}`;
    const settle = (request: Request) => request('POST', `${at}/settle`, { text: 'UPI 4711' });
    const both = await Promise.all([arjun('POST', `${at}/retry`), settle(owner)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    await ownShop.db.update(refunds).set({ failedAt: ownShop.clock.now(), doneAt: null, sentAt: null });
    const presses = await Promise.all([settle(arjun), settle(owner), settle(arjun)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });
});

describe('the admin [F-133]', () => {
  /** Delivers an order and requests its return. */
  async function requestedReturn(shop: Shop, sold: { order: { id: string }; customerId: string }) {
    const { order, customerId } = sold;
    await deliverOrder(shop, order.id);
    await requestReturn(shop, customerId, order.id, { reason: 'Something else', note: 'A hole.' });
    return order;
  }

  it('approves, picks up, inspects, restocks and refunds a return', async ({ shop, request }) => {
    const order = await requestedReturn(shop, await paidOrder(shop, 'meera.new', gulnar));
    const at = `/orders/${order.id}`;
    const requested = ofWhole(await request('GET', at));
    const why = { reason: 'Something else', note: 'A hole.' };
    expect(requested.returns.at(-1)).toMatchObject({ ...why, approved: null });
    const approved = ofWhole(await request('POST', `${at}/return`, { approve: true, fetch: true }));
    const back = approved.shipments.find(({ direction }) => direction === 'back');
    expect(back).toMatchObject({ courier: 'pretend' });
    const late = await request('POST', `${at}/return`, { approve: false, text: 'No.' });
    expect(late).toMatchObject({ status: 409, title: 'no-such-transition' });
    expect(ofWhole(await request('POST', `${at}/shipment`, { to: 'returned' })).state).toBe('returned');
    const inspected = ofWhole(await request('POST', `${at}/inspect`, { resellable: true }));
    expect(inspected).toMatchObject({ state: 'refunded', refundableAmount: 0, isRestocked: true });
    expect(inspected.returns).toMatchObject([{ items: [{ resellable: true }] }]);
    expect(await readStockLevel(shop, gulnar)).toMatchObject({ onHand: 1 });
    const actions = (await auditOf(shop, order.id)).map(({ action }) => action);
    expect(actions).toEqual(['return.approve', 'shipment.update', 'return.inspect']);
  });

  it('writes only one audit entry if an inspection that refunds nothing is sent twice', async ({
    shop,
    request,
  }) => {
    const order = await requestedReturn(shop, await paidOrder(shop, 'meera.new', gulnar));
    const at = `/orders/${order.id}`;
    await request('POST', `${at}/return`, { approve: true });
    await request('POST', `${at}/shipment`, { to: 'returned' });
    for (let times = 0; times < 2; times++)
      ofWhole(await request('POST', `${at}/inspect`, { resellable: false, amount: 0, text: 'It was worn.' }));
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'return.inspect'));
    expect(log).toMatchObject([{ after: { state: 'return_rejected', resellable: false } }]);
  });

  it('declines a return only with a reason', async ({ shop, request }) => {
    const order = await requestedReturn(shop, await cashOrder(shop, 'meera.new'));
    const decline = (decision: object) =>
      request('POST', `/orders/${order.id}/return`, { approve: false, ...decision });
    expect(await decline({})).toMatchObject({ status: 400, body: { errors: [{ field: 'text' }] } });
    const text = 'The seal was broken and the saree worn.';
    const declined = { state: 'return_rejected', returns: [{ decision: text }] };
    expect(ofWhole(await decline({ text }))).toMatchObject(declined);
  });
});
