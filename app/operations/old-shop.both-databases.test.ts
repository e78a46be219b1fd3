/** Tests that a shop of commit c988d51 can be restored and opened without differences, and that its orders look as before. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, inject } from 'vitest';
import { migrations } from '../../tests/engine/databases.ts';
import { it, oldOrders, prepareShop } from '../../tests/fixtures/old-shop.ts';
import { listEnabledStaff } from '../admin/sign-in/staff.server.ts';
import { staffNotification } from '../foundation/email/email.server.ts';
import { events, outbox } from '../foundation/tables.server.ts';
import { alertOldBackup } from '../notifications/last-backup.server.ts';
import { announceEvents, sendNotifications } from '../notifications/notification-worker.server.ts';
import { orderStates } from '../orders/contract.ts';
import { readOrder } from '../orders/for-staff/read-order.server.ts';
import { checkIntegrity } from './integrity-check.server.ts';
import { restore } from './restore.server.ts';
import { verify } from './verify.server.ts';

const root = path.join(migrations, '..');
const world = inject('seededWorld');
const everything =
  '40 orders, 34 payments, 31 receipts, 13 refunds, 43 customers, 36 pieces, 334 units on hand';
/**
 * An order whose returned units were rejected and sent back to the customer. Migration 0016 adds to its history that the return
 * was declined.
 */
const refused = 'returned-not-refunded';
const hasClientPrograms = spawnSync('pg_restore', ['--version']).status === 0;

// Loading, backing up and restoring the embedded database takes minutes on a busy machine.
describe('a shop that commit c988d51 has created', { timeout: 240_000 }, () => {
  it.runIf(world.engine === 'embedded' || hasClientPrograms)(
    'can be restored from a backup, and the integrity check finds no differences',
    async ({ folder, backup }) => {
      const { environment, drop } = await prepareShop(world, path.join(folder, 'restored'));
      const report = await restore(environment, root, [backup.file]);
      expect(report).toContain(`: ${everything}.\nThe integrity check found no differences`);
      // A shop of that version has no table for its last backup.
      if (backup.text !== undefined) expect(backup.text).toContain('The shop could not note the backup');
      const lines: string[] = [];
      expect(await verify(environment, root, (line) => lines.push(line)).catch(() => lines)).toBe(
        `No differences in ${everything}.`,
      );
      await drop();
    },
  );

  it('can be opened, and the integrity check finds no differences', async ({ shop }) => {
    const differences: string[] = [];
    await checkIntegrity(shop.db, ({ difference }) => differences.push(difference));
    expect(differences).toEqual([]);
  });

  it('sends its staff no notifications about old orders, returns and reviews', async ({ shop }) => {
    await announceEvents(shop, listEnabledStaff);
    await sendNotifications(shop, listEnabledStaff);
    await alertOldBackup(shop);
    expect(await shop.db.$count(events)).toBe(0);
    expect(await shop.db.$count(outbox, eq(outbox.kind, staffNotification))).toBe(0);
  });

  it('has orders in each of the 17 states, and customers see them as before', async ({ read }) => {
    expect(new Set(Object.values(oldOrders).map(({ state }) => state))).toEqual(new Set(orderStates));
    for (const [name, order] of Object.entries(oldOrders)) {
      const { label_url, statusHistory, ...now } = await read(name);
      const shown = { ...now, label_url: label_url && 'signed', statusHistory };
      if (name !== refused) expect.soft(shown, name).toMatchObject(order);
      else
        expect
          .soft({ ...shown, statusHistory: statusHistory.slice(0, order.statusHistory.length) }, name)
          .toMatchObject({ ...order, state: 'return_rejected' });
    }
  });

  it('has orders whose items all have the state of their order', async ({ read }) => {
    for (const name of Object.keys(oldOrders)) {
      const { state, orderItems } = await read(name);
      for (const { units, qnty } of orderItems) expect.soft(units, name).toMatchObject([{ state, qnty }]);
    }
  });

  it('has returns that contain all items of their order, and are open until they are declined or inspected', async ({
    read,
  }) => {
    for (const [name, old] of Object.entries(oldOrders)) {
      const { orderItems, returns } = await read(name);
      const approved = old.return?.approved;
      const items = orderItems.map(({ line, qnty }) => ({ line, qnty, approved }));
      const isOpen = approved !== false && !old.return?.inspected;
      expect.soft(returns, name).toMatchObject(old.return ? [{ items, isOpen }] : []);
    }
  });

  it('shows its staff each order with its invoice and credit notes', async ({ shop, documents }) => {
    for (const [name, { _id: id, label_url }] of Object.entries(oldOrders)) {
      const { invoices } = await readOrder(shop, id);
      expect.soft(invoices.length > 0, name).toBe(label_url !== null);
      if (label_url !== null)
        expect.soft(invoices.length, name).toBe(1 + (await documents(name)).notes.length);
    }
    expect((await documents('packed')).invoice).toMatchObject({ cgstPaise: 18_808, sgstPaise: 18_806 });
    expect((await documents('packed-partly-refunded')).causes).toEqual(['refund']);
  });
});
