import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { readAs } from '../../../tests/fixtures/api.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder, readOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { hours } from '../../foundation/clock.ts';
import { emailFolder } from '../../foundation/email/email-retention.server.ts';
import { deliverEmails, transportFor } from '../../foundation/email/email-worker.server.ts';
import { announceEvents, sendNotifications } from '../../notifications/notification-worker.server.ts';
import { listEnabledStaff } from '../sign-in/staff.server.ts';
import { staff } from '../tables.server.ts';
import { SentNotifications } from './contract.ts';

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
  return listen(server);
}

/** Starts and stops a server. Returns its port, where connections now fail. */
async function stopServer(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const overSmtp = ({ config }: TestShop, port: number) =>
  transportFor({ ...config, smtpUrl: `smtp://127.0.0.1:${port}` });

/** Replaces the email folder with a file, so that no email can be written. */
async function blockFolder(shop: TestShop) {
  const folder = emailFolder(shop.config);
  await rm(folder, { recursive: true, force: true });
  await mkdir(shop.config.dataDir, { recursive: true });
  await writeFile(folder, '');
  return transportFor(shop.config);
}

it.for<
  [cause: string, error: RegExp, transport: (shop: TestShop) => Promise<ReturnType<typeof transportFor>>]
>([
  [
    'the mailbox does not exist',
    /550 no such mailbox/,
    async (shop) => overSmtp(shop, await refuseRecipients()),
  ],
  ['the SMTP server is down', /ECONNREFUSED/, async (shop) => overSmtp(shop, await stopServer())],
  ['the folder of emails cannot be written', /EEXIST|ENOTDIR/, blockFolder],
])('if %s, the email fails and can be sent again', async ([, error, createTransport], { shop, app }) => {
  await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
  await signInAsStaff(shop);
  const send = await createTransport(shop);
  const { order } = await cashOrder(shop, 'meera.new');
  await announceEvents(shop, listEnabledStaff);
  await sendNotifications(shop, listEnabledStaff);
  for (let tries = 0; tries < 6; tries++) {
    expect(await deliverEmails(shop, send)).toBe(0);
    shop.clock.advance(hours(13));
  }
  // Sign in again, because the owner's session has expired.
  const { headers } = await signInAsStaff(shop);
  const list = (state: string) =>
    readAs(SentNotifications, app.request(`/api/admin/notifications?state=${state}`, { headers }));
  const [failed, ...others] = (await list('failed')).rows;
  expect(others).toEqual([]);
  expect(failed?.text).toContain(order.number);
  expect(failed?.error).toMatch(error);
  expect((await readOrder(shop, order.id)).state).toBe('placed');

  const retry = `/api/admin/emails/${failed?.emailId}/retry`;
  expect((await app.request(retry, { method: 'POST', headers })).status).toBe(200);
  await deliverEmails(shop, async () => {});
  expect((await list('failed')).rows).toEqual([]);
  expect((await list('sent')).rows).toMatchObject([{ path: `/admin/orders/${order.id}` }]);
});
