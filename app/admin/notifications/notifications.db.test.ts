import { createServer } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { type App, readAs } from '../../../tests/fixtures/api.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder } from '../../../tests/fixtures/sold-orders.ts';
import { type SignedInStaff, signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { hours } from '../../foundation/clock.ts';
import { staffNotification } from '../../foundation/email/email.server.ts';
import { deliverEmails, transportFor } from '../../foundation/email/email-worker.server.ts';
import { recordEvent } from '../../foundation/jobs/events.server.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
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

/** Starts an SMTP server that refuses every recipient. Returns its port. */
async function refuseRecipients(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (line) => {
      socket.write(String(line).startsWith('RCPT') ? '550 no such mailbox\r\n' : '250 ok\r\n');
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('staff have the notification settings of their role until they save their own', async ({ shop, app }) => {
  const [owner, arjun] = [await signInAsStaff(shop), await signInAsStaff(shop, 'staff')];
  const read = (who: SignedInStaff) => readAs(NotificationSwitches, get(app, who, '/me/notifications'));
  const ownersDefaults = await read(owner);
  expect(ownersDefaults.kinds).toContain('order-placed');
  expect(ownersDefaults.quiet).toBeNull();
  expect(await read(arjun)).toEqual({ kinds: [], quiet: null });
  const chosen = { kinds: ['message-waits'], quiet: { from: 21, until: 8 } };
  expect((await save(app, arjun, chosen)).status).toBe(200);
  expect([await read(arjun), await read(owner)]).toEqual([chosen, ownersDefaults]);
  const log = await shop.db.select().from(auditLog);
  expect(log).toMatchObject([{ action: 'staff.set-notifications', subjectId: arjun.id, after: chosen }]);
  // Only known events are saved, and only different full hours as quiet hours.
  for (const from of [8, 24, 21.5])
    expect((await save(app, owner, { kinds: [], quiet: { from, until: 8 } })).status).toBe(400);
  expect((await save(app, owner, { kinds: ['everything'], quiet: null })).status).toBe(400);
});

describe('the list of emails about events', () => {
  it('contains an email with its order, recipient and time', async ({ shop, app }) => {
    const owner = await signInOnlyOwner(shop);
    const { order } = await cashOrder(shop, 'meera.new');
    await announceEvents(shop, listEnabledStaff);
    const list = async () => (await readAs(SentNotifications, get(app, owner, '/notifications'))).rows;
    expect(await list()).toMatchObject([{ state: 'waiting', sentAt: null, emailId: null }]);
    await sendNotifications(shop, listEnabledStaff);
    const texts: string[] = [];
    await deliverEmails(
      shop,
      async ({ kind, text }) => void (kind === staffNotification && texts.push(text)),
    );
    expect(texts).toEqual([expect.stringContaining('/admin/account/notifications')]);
    const sent = { state: 'sent', to: owner.email, sentAt: shop.clock.now().toISOString(), error: null };
    const about = { text: expect.stringContaining(order.number), path: `/admin/orders/${order.id}` };
    expect(await list()).toMatchObject([{ ...sent, ...about }]);
  });

  it('contains a failed email with its error until the email is sent again', async ({ shop, app }) => {
    const smtpUrl = `smtp://127.0.0.1:${await refuseRecipients()}`;
    const transport = transportFor({ ...shop.config, smtpUrl });
    await signInOnlyOwner(shop);
    const { order } = await cashOrder(shop, 'meera.new');
    await runWorker(shop);
    for (let tries = 0; tries < 6; tries++) {
      expect(await deliverEmails(shop, transport)).toBe(0);
      shop.clock.advance(hours(13));
    }
    // Sign in again, because the owner's session has expired.
    const owner = await signInAsStaff(shop);
    const list = async (state: string) =>
      (await readAs(SentNotifications, get(app, owner, `/notifications?state=${state}`))).rows;
    const failed = await list('failed');
    const error = expect.stringContaining('550 no such mailbox');
    expect(failed).toMatchObject([{ text: expect.stringContaining(order.number), error }]);
    const retry = `/api/admin/emails/${failed[0]?.emailId}/retry`;
    expect((await app.request(retry, { method: 'POST', headers: owner.headers })).status).toBe(200);
    await deliverEmails(shop, async () => {});
    expect(await list('failed')).toEqual([]);
    expect(await list('sent')).toMatchObject([{ path: `/admin/orders/${order.id}` }]);
  });

  it('contains each email once, page by page, newest first', async ({ shop, app }) => {
    const owner = await signInOnlyOwner(shop);
    const { order } = await cashOrder(shop, 'meera.new');
    await runWorker(shop);
    for (let nth = 0; nth < 40; nth++) {
      shop.clock.advance(1000);
      const event = { kind: 'order-placed', payload: { orderId: order.id } } as const;
      await inTransaction(shop, (tx) => recordEvent(tx, event));
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
])(
  'a failed email about an event is not sent again to a staff member %s',
  async ([, change], { shop, app }) => {
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
  },
);
