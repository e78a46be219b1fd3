/** Staff actions on orders, through the API of a running shop with an email worker. */
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished } from 'vitest';
import { startShop } from '../../../tests/engine/running-shop.ts';
import { cashOrder, manualShipping } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { requestReturn } from '../../orders/returns/return-order.server.ts';

const polling = { timeout: 30_000 };

const it = base
  .extend('running', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const running = await startShop(world);
    onCleanup(() => running.stop());
    return running;
  })
  .extend('staff', async ({ running }) => {
    const { shop, url, lines } = running;
    const { headers } = await signInAsStaff(shop, 'staff');
    const from = lines.length;
    return {
      /** Sends `POST /api/admin/orders/{path}`. Returns the status. */
      post: async (path: string, body?: unknown) => {
        // Wait until the worker is idle. A busy worker would send the email without being woken, and the test would prove
        // nothing.
        await expect.poll(running.countPendingEmails, polling).toBe(0);
        const init = { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        return (await fetch(`${url}/api/admin/orders/${path}`, init)).status;
      },
      /** Waits until the worker has sent all emails. Returns the kinds of the emails to this address. */
      emailsTo: async (email: string) => {
        await running.queueWithoutWake();
        await expect.poll(running.countPendingEmails, polling).toBe(0);
        const sent = shop.db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.to, email));
        return (await sent.orderBy(asc(outbox.createdAt))).map(({ kind }) => kind);
      },
      /** Returns the messages that were logged at level 50 or above since the test began. */
      errors: () => lines.slice(from).flatMap(({ level, msg }) => (level >= 50 ? [msg] : [])),
    };
  });

describe('sends the emails and logs no error when staff', () => {
  it('pack an order, ship it and deliver it', async ({ running, staff }) => {
    const { order } = await cashOrder(running.shop, 'pack.new');
    expect(await staff.post(`${order.id}/pack`)).toBe(200);
    expect(await staff.post(`${order.id}/ship`, { courier: 'manual', manual: manualShipping })).toBe(200);
    expect(await staff.post(`${order.id}/shipment`, { to: 'delivered' })).toBe(200);
    expect(await staff.emailsTo('pack.new@example.in')).toEqual(['order', 'shipped', 'delivered']);
    expect(staff.errors()).toEqual([]);
  });

  it('approve a return, receive it and inspect it', async ({ running, staff }) => {
    const { customerId, order } = await cashOrder(running.shop, 'return.new');
    await staff.post(`${order.id}/pack`);
    await staff.post(`${order.id}/ship`, { courier: 'manual', manual: manualShipping });
    await staff.post(`${order.id}/shipment`, { to: 'delivered' });
    await requestReturn(running.shop, customerId, order.id, { reason: 'Another colour', note: '' });
    expect(await staff.post(`${order.id}/return`, { approve: true })).toBe(200);
    expect(await staff.post(`${order.id}/shipment`, { to: 'returned' })).toBe(200);
    expect(await staff.post(`${order.id}/inspect`, { resellable: true })).toBe(200);
    const sent = ['order', 'shipped', 'delivered', 'return', 'return', 'refund'];
    expect(await staff.emailsTo('return.new@example.in')).toEqual(sent);
    expect(staff.errors()).toEqual([]);
  });
});

it('still sends emails after a staff action that the database rolled back', async ({ running, staff }) => {
  const { db } = running.shop;
  const { order } = await cashOrder(running.shop, 'failed.new');
  await db.execute(
    sql`alter table audit_log add constraint refused check (action <> 'order.cancel') not valid`,
  );
  onTestFinished(async () => void (await db.execute(sql`alter table audit_log drop constraint refused`)));
  expect(await staff.post(`${order.id}/cancel`, {})).toBe(500);
  expect(await staff.emailsTo('failed.new@example.in')).toEqual(['order']);
  expect(staff.errors()).toEqual(['request failed']);
});
