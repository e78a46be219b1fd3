/** Runs a purchase with unique names, codes and addresses, then searches the log for them. */
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createApp } from '../../app/app.server.ts';
import { createServices } from '../../app/checkout/checkout-services.server.ts';
import { deliverEmails, transportFor } from '../../app/foundation/email/email-worker.server.ts';
import { openLog } from '../../app/foundation/log.server.ts';
import { outbox } from '../../app/foundation/tables.server.ts';
import { createPretendServices } from '../../sandbox/sandbox.server.ts';
import { andRolledBack } from '../engine/rolled-back.ts';
import { listenLocally } from '../fixtures/listen.ts';
import { sentCode, sentLink } from '../fixtures/sent-code.ts';
import { signInAsStaff } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';
import { valueAt } from './described-operations.ts';

const email = 'kanarienvogel@canary-mail.example';
const canaries = {
  firstName: 'Canariafirst',
  lastName: 'Canarialast',
  address: '77, Canarystreet',
  apartment: 'Canaryfloor',
  city: 'Canarycity',
  phone: '98290 77331',
  text: 'The canary sings of its mother-in-law',
  note: 'canarynote for the courier',
};

it('the log has only JSON lines and no personal data after a purchase with failures', async ({ shop }) => {
  const lines: string[] = [];
  const log = openLog('trace', { write: (line: string) => void lines.push(line) });
  const loggingShop = { ...shop, log };
  const services = createServices(
    loggingShop,
    createPretendServices(loggingShop, async () => new Response('', { status: 500 })),
  );
  const app = createApp({ shop: loggingShop, services });
  const secrets: string[] = [email, ...Object.values(canaries), '9829077331'];
  let token = '';
  const send = async (method: string, path: string, body?: unknown, as = token): Promise<unknown> => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'canary-browser {"level":60}',
        'x-request-id': '{"level":60,"msg":"forged"}',
        ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    return response.json();
  };
  const { firstName, lastName, address, apartment, city, phone, text, note } = canaries;
  const shippingInfo = {
    ...{ country: 'India', firstName, lastName, address, apartment, city },
    ...{ state: 'Gujarat', phone, pincode: '370001' },
  };

  const device = 'canary-device'.padEnd(43, 'd');
  const requestId = String(valueAt(await send('POST', '/user/send-otp', { email, device }), 'requestId'));
  const [code, link] = [await sentCode(shop, email), await sentLink(shop, email)];
  secrets.push(code, link, requestId, device);
  await send('POST', '/user/read-link', { link });
  await send('POST', '/user/verify-otp', { email, otp: '000000' });
  token = String(
    valueAt(await send('POST', '/user/verify-otp', { email, otp: code, requestId, device }), 'token'),
  );
  await send('POST', '/user/verify-link', { link });
  expect(token).toMatch(/^[\w-]{43}$/);
  secrets.push(token);
  await send('PUT', '/user/edit', { firstName, lastName, address, apartment, city, phone });
  await send('GET', `/product/search?query=${encodeURIComponent(text)}`);
  await send('GET', `/user/profile?token=${token}&email=${email}`);
  await send('POST', '/cart/add/TB-STO-001', { quantity: 1 });
  const placed = await send('POST', '/checkout/', { orderDetails: { shippingInfo, note } });
  const order = String(valueAt(placed, 'order', '_id'));
  expect(order).toMatch(/^[0-9a-f-]{36}$/);
  await send('POST', `/shipment/cancle/${order}`);
  await send('POST', '/cart/add/TB-STO-001', { quantity: 1 });
  const started = await send('POST', '/payment/create-order', { orderDetails: { shippingInfo } });
  await send('POST', '/payment/verify-order', {
    razorpay_order_id: String(valueAt(started, 'order', 'id')),
    razorpay_payment_id: 'pay_canary',
    razorpay_signature: 'canarysignature'.repeat(4),
  });
  secrets.push('canarysignature');
  await send('POST', '/reachus/send', {
    name: `${firstName}\n{"level":60}`,
    email,
    message: `${text}\r\nforged`,
  });
  await send('POST', '/wishlist/TB-SAR-008');
  const share = String(valueAt(await send('POST', '/wishlist/share'), 'url'));
  const key = share.split('/').at(-1) ?? '';
  expect(key.length).toBeGreaterThan(15);
  secrets.push(key);
  for (const path of ['/wishlist/shared', '/Wishlist/SHARED', '//wishlist//shared', '/wish%6cist/share%64'])
    await app.request(`http://localhost${path}/${key}`);
  await send('POST', '/user/google-login', { credential: `ey.${text}` });

  const { token: staff } = await signInAsStaff(shop);
  secrets.push(staff);
  await send('PUT', `/admin/orders/${order}/note`, { privateNote: note, before: '' }, staff);
  await send('GET', `/admin/customers?q=${encodeURIComponent(email)}`, undefined, staff);
  await send('GET', `/admin/orders?q=${encodeURIComponent(phone)}`, undefined, staff);
  await send('POST', '/admin/sign-in/code', { email });
  await send('POST', '/admin/team', { email, role: 'staff' }, staff);

  // This mail server rejects every recipient and repeats the email address.
  const rejecting = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (command) => {
      const isTo = /^RCPT/i.test(String(command));
      socket.write(isTo ? `550 <${email}> is not here\r\n` : '250 go on\r\n');
    });
  });
  const smtpUrl = `smtp://127.0.0.1:${await listenLocally(rejecting)}`;
  await deliverEmails(loggingShop, transportFor({ ...loggingShop.config, smtpUrl }));
  rejecting.close();
  expect((await shop.db.select().from(outbox)).length).toBeGreaterThan(2);

  // Cause an unexpected failure by a missing table. The parameters of the failed statement are personal data.
  const before = lines.length;
  const problem = await andRolledBack(loggingShop, async (broken) => {
    await broken.db.execute(sql`alter table messages rename to messages_gone`);
    const response = await createApp({ shop: broken }).request('/api/reachus/send', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: firstName, email, message: text }),
    });
    return `${response.status} ${await response.text()}`;
  });
  expect(problem).toMatch(/^500 /);
  expect(problem).not.toContain('messages');
  expect(lines.slice(before).some((line) => line.includes('42P01'))).toBe(true);

  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    expect(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1, line).toBe(true);
    const parsed: unknown = JSON.parse(line);
    expect(valueAt(parsed, 'level'), line).not.toBe(pino.levels.values.fatal);
    expect(valueAt(parsed, 'msg'), line).not.toBe('forged');
  }
  const all = lines.join('');
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
});
