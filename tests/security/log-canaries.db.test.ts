/** A whole story with names, codes and addresses that can be found again, and then a look into the log. */
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { createApp } from '../../app/app.server.ts';
import { createServices } from '../../app/checkout/checkout-services.server.ts';
import { deliverEmails, transportFor } from '../../app/foundation/email/email-worker.server.ts';
import { openLog } from '../../app/foundation/log.server.ts';
import { outbox } from '../../app/foundation/tables.server.ts';
import { createPretendServices } from '../../sandbox/sandbox.server.ts';
import { sentCode, sentLink } from '../fixtures/sent-code.ts';
import { signInAsStaff } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';
import { valueAt } from './described-endpoints.ts';

const email = 'kanarienvogel@canary-mail.example';
const canaries = {
  firstName: 'Canariafirst',
  lastName: 'Canarialast',
  address: '77, Canarystreet',
  apartment: 'Canaryfloor',
  city: 'Canarycity',
  phone: '98290 77331',
  words: 'The canary sings of its mother-in-law',
  note: 'canarynote for the courier',
};

describe('the log', () => {
  it('of a whole story, with what breaks in it, tells nothing that anybody typed, and each line is JSON', async ({
    shop,
  }) => {
    const lines: string[] = [];
    const log = openLog('trace', { write: (line: string) => void lines.push(line) });
    const reported = { ...shop, log };
    const services = createServices(
      reported,
      createPretendServices(reported, async () => new Response('', { status: 500 })),
    );
    const app = createApp({ shop: reported, services });
    const secrets: string[] = [email, ...Object.values(canaries), '9829077331'];
    let token = '';
    const ask = async (method: string, path: string, body?: unknown, as = token): Promise<unknown> => {
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
    const { firstName, lastName, address, apartment, city, phone, words: text, note } = canaries;
    const shippingInfo = {
      ...{ country: 'India', firstName, lastName, address, apartment, city },
      ...{ state: 'Gujarat', phone, pincode: '370001' },
    };

    const device = 'canary-device'.padEnd(43, 'd');
    const requestId = String(valueAt(await ask('POST', '/user/send-otp', { email, device }), 'requestId'));
    const [code, link] = [await sentCode(shop, email), await sentLink(shop, email)];
    secrets.push(code, link, requestId, device);
    await ask('POST', '/user/read-link', { link });
    await ask('POST', '/user/verify-otp', { email, otp: '000000' });
    token = String(
      valueAt(await ask('POST', '/user/verify-otp', { email, otp: code, requestId, device }), 'token'),
    );
    await ask('POST', '/user/verify-link', { link });
    expect(token).toMatch(/^[\w-]{43}$/);
    secrets.push(token);
    await ask('PUT', '/user/edit', { firstName, lastName, address, apartment, city, phone });
    await ask('GET', `/product/search?query=${encodeURIComponent(text)}`);
    await ask('GET', `/user/profile?token=${token}&email=${email}`);
    await ask('POST', '/cart/add/TB-STO-001', { quantity: 1 });
    const placed = await ask('POST', '/checkout/', { orderDetails: { shippingInfo, note } });
    const order = String(valueAt(placed, 'order', '_id'));
    expect(order).toMatch(/^[0-9a-f-]{36}$/);
    await ask('POST', `/shipment/cancle/${order}`);
    await ask('POST', '/cart/add/TB-STO-001', { quantity: 1 });
    const begun = await ask('POST', '/payment/create-order', { orderDetails: { shippingInfo } });
    await ask('POST', '/payment/verify-order', {
      razorpay_order_id: String(valueAt(begun, 'order', 'id')),
      razorpay_payment_id: 'pay_canary',
      razorpay_signature: 'canarysignature'.repeat(4),
    });
    secrets.push('canarysignature');
    await ask('POST', '/reachus/send', {
      name: `${firstName}\n{"level":60}`,
      email,
      message: `${text}\r\nforged`,
    });
    await ask('POST', '/wishlist/TB-SAR-008');
    const share = String(valueAt(await ask('POST', '/wishlist/share'), 'url'));
    const key = share.split('/').at(-1) ?? '';
    expect(key.length).toBeGreaterThan(15);
    secrets.push(key);
    for (const path of ['/wishlist/shared', '/Wishlist/SHARED', '//wishlist//shared', '/wish%6cist/share%64'])
      await app.request(`http://localhost${path}/${key}`);
    await ask('POST', '/user/google-login', { credential: `ey.${text}` });

    const { token: staff } = await signInAsStaff(shop);
    secrets.push(staff);
    await ask('PUT', `/admin/orders/${order}/note`, { privateNote: note, before: '' }, staff);
    await ask('GET', `/admin/customers?q=${encodeURIComponent(email)}`, undefined, staff);
    await ask('GET', `/admin/orders?q=${encodeURIComponent(phone)}`, undefined, staff);
    await ask('POST', '/admin/sign-in/code', { email });
    await ask('POST', '/admin/team', { email, role: 'staff' }, staff);

    // Letters that cannot be sent: a mail server that refuses its receivers by name.
    const refusing = createServer((socket) => {
      socket.write('220 refusing\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (said) => {
        const isTo = /^RCPT/i.test(String(said));
        socket.write(isTo ? `550 <${email}> is not here\r\n` : '250 go on\r\n');
      });
    });
    await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening));
    const place = refusing.address();
    const smtpUrl = `smtp://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
    await deliverEmails(reported, transportFor({ ...reported.config, smtpUrl }));
    refusing.close();
    expect((await shop.db.select().from(outbox)).length).toBeGreaterThan(2);

    // And what nobody expects: a table that is gone, with everything in the statement.
    const before = lines.length;
    await shop.db
      .transaction(async (db) => {
        const broken = createApp({ shop: { ...reported, db } });
        await db.execute(sql`alter table messages rename to messages_gone`);
        const response = await broken.request('/api/reachus/send', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: firstName, email, message: text }),
        });
        expect(response.status).toBe(500);
        expect(await response.text()).not.toContain('messages');
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(lines.slice(before).some((line) => line.includes('42P01'))).toBe(true);

    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      expect(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1, line).toBe(true);
      const read: unknown = JSON.parse(line);
      expect(valueAt(read, 'level'), line).not.toBe(pino.levels.values.fatal);
      expect(valueAt(read, 'msg'), line).not.toBe('forged');
    }
    const all = lines.join('');
    for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  });
});
