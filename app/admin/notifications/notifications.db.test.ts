import { describe, expect } from 'vitest';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { type App, readAs } from '../../../tests/fixtures/api.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder } from '../../../tests/fixtures/sold-orders.ts';
import { type SignedInStaff, signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { staffNotification } from '../../foundation/email/email.server.ts';
import { deliverEmails } from '../../foundation/email/email-worker.server.ts';
import { recordEvent } from '../../foundation/jobs/events.server.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { NotificationSwitches } from '../../notifications/contract.ts';
import { announceEvents, sendNotifications } from '../../notifications/notification-worker.server.ts';
import { listEnabledStaff } from '../sign-in/staff.server.ts';
import { auditLog, staff } from '../tables.server.ts';
import type { MemberChange } from '../team/contract.ts';
import { changeMember } from '../team/team.server.ts';
import { SentNotifications } from './contract.ts';

const get = (app: App, { headers }: SignedInStaff, path: string) =>
  app.request(`/api/admin${path}`, { headers });

const save = (app: App, { headers }: SignedInStaff, body: unknown) =>
  app.request('/api/admin/me/notifications', { method: 'PUT', headers, body: JSON.stringify(body) });

async function runWorker(shop: TestShop) {
  await announceEvents(shop, listEnabledStaff);
  await sendNotifications(shop, listEnabledStaff);
}

/** Disables the seeded staff, then signs in a new owner, who is the only enabled one. */
async function signInOnlyOwner(shop: TestShop) {
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
  return signInAsStaff(shop);
}

describe('a staff member’s notification settings', () => {
  it('returns the default notifications of the role until others are saved', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const arjun = await signInAsStaff(shop, 'staff');
    const ownersDefaults = await readAs(NotificationSwitches, get(app, owner, '/me/notifications'));
    expect(ownersDefaults.kinds).toContain('order-placed');
    expect(ownersDefaults.quiet).toBeNull();
    const nothing = await readAs(NotificationSwitches, get(app, arjun, '/me/notifications'));
    expect(nothing).toEqual({ kinds: [], quiet: null });
    const chosen = { kinds: ['message-waits'], quiet: { from: 21, until: 8 } };
    expect((await save(app, arjun, chosen)).status).toBe(200);
    expect(await readAs(NotificationSwitches, get(app, arjun, '/me/notifications'))).toEqual(chosen);
    expect(await readAs(NotificationSwitches, get(app, owner, '/me/notifications'))).toEqual(ownersDefaults);
    const log = await shop.db.select().from(auditLog);
    expect(log).toMatchObject([{ action: 'staff.set-notifications', subjectId: arjun.id, after: chosen }]);
  });

  it('accepts only full, different hours as quiet hours, and known event kinds', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const wrong = [
      { kinds: [], quiet: { from: 8, until: 8 } },
      { kinds: [], quiet: { from: 24, until: 8 } },
      { kinds: [], quiet: { from: 21.5, until: 8 } },
      { kinds: ['everything'], quiet: null },
    ];
    for (const body of wrong) expect((await save(app, owner, body)).status).toBe(400);
  });
});

describe('the list of sent notifications', () => {
  it('lists a sent notification with its order, recipient and time', async ({ shop, app }) => {
    const owner = await signInOnlyOwner(shop);
    const { order } = await cashOrder(shop, 'meera.new');
    await announceEvents(shop, listEnabledStaff);
    const list = async () => (await readAs(SentNotifications, get(app, owner, '/notifications'))).rows;
    expect(await list()).toMatchObject([{ state: 'waiting', sentAt: null, emailId: null }]);
    await sendNotifications(shop, listEnabledStaff);
    await deliverEmails(shop, async () => {});
    expect(await list()).toMatchObject([
      {
        ...{ state: 'sent', to: 'kavita@example.in', sentAt: shop.clock.now().toISOString(), error: null },
        ...{ text: expect.stringContaining(order.number), path: `/admin/orders/${order.id}` },
      },
    ]);
  });

  it('lists sent notifications page by page, newest first', async ({ shop, app }) => {
    const owner = await signInOnlyOwner(shop);
    const { order } = await cashOrder(shop, 'meera.new');
    await runWorker(shop);
    for (let nth = 0; nth < 40; nth++) {
      shop.clock.advance(1000);
      await inTransaction(shop, (tx) =>
        recordEvent(tx, { kind: 'order-placed', payload: { orderId: order.id } }),
      );
      await announceEvents(shop, listEnabledStaff);
    }
    const rows = await rowsOfAllPages((after) =>
      readAs(SentNotifications, get(app, owner, `/notifications?after=${after}`)),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(41);
    const times = rows.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

it.for<[why: string, change: MemberChange]>([
  ['who is disabled', { isDisabled: true }],
  ['who is no longer an owner', { role: 'staff' }],
])('does not retry a failed email to a staff member %s', async ([, change], { shop, app }) => {
  const owner = await signInOnlyOwner(shop);
  const bina = await signInAsStaff(shop, 'owner', 'bina@example.in');
  await cashOrder(shop, 'meera.new');
  await runWorker(shop);
  await deliverEmails(shop, () => Promise.reject(new Error('the server is down')));
  await inTransaction(shop, (tx) => changeMember(tx, bina.id, change));
  shop.clock.advance(60_000);
  const sent: string[] = [];
  await deliverEmails(shop, async ({ kind, to }) => void (kind === staffNotification && sent.push(to)));
  expect(sent).toEqual([owner.email]);
  const { rows } = await readAs(SentNotifications, get(app, owner, '/notifications'));
  const states = Object.fromEntries(rows.map(({ to, state }) => [to, state]));
  expect(states).toEqual({ [owner.email]: 'sent', [bina.email]: 'dropped' });
});

it('links from an email to staff to its recipient’s notification settings', async ({ shop }) => {
  await signInOnlyOwner(shop);
  await cashOrder(shop, 'meera.new');
  await runWorker(shop);
  const emails = await shop.db.select().from(outbox);
  const texts = emails.filter(({ kind }) => kind === staffNotification).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('/admin/account/notifications')]);
});
