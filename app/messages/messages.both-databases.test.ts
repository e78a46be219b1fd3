import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { deliverEmails } from '../foundation/email/email-worker.server.ts';
import { ProblemBody } from '../foundation/http/http.server.ts';
import { outbox, rateLimits } from '../foundation/tables.server.ts';
import { listInbox } from './inbox.server.ts';
import { sendMessage, thanks } from './messages.server.ts';
import { messages } from './tables.server.ts';

const message = { name: 'Asha', email: 'asha@example.in', message: 'Is the pallu woven?' };
const from = { address: '203.0.113.7' };

const asJson = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

it('stores name, email and message with the status `new` [S-DATA-23]', async ({ shop }) => {
  await sendMessage(shop, message, from);
  expect(await shop.db.select().from(messages)).toMatchObject([
    { ...message, productId: null, status: 'new', createdAt: shop.clock.now() },
  ]);
});

it('emails the owner, with the sender of the message as reply address [S-GEN-16]', async ({ shop }) => {
  await sendMessage(shop, { ...message, piece: 'TB-SAR-001' }, from);
  expect(await shop.db.select().from(outbox)).toMatchObject([
    {
      kind: 'message',
      to: 'hello@tanabana.example',
      replyTo: 'asha@example.in',
      subject: 'A message from Asha, TB-SAR-001',
    },
  ]);
});

it('emails ADMIN_EMAIL instead if it is set', async ({ shop }) => {
  await sendMessage({ ...shop, config: { ...shop.config, adminEmail: 'owner@example.in' } }, message, from);
  expect(await shop.db.select({ to: outbox.to }).from(outbox)).toEqual([{ to: 'owner@example.in' }]);
});

it('accepts five messages per hour from one address [Q-114]', async ({ shop }) => {
  for (let sent = 0; sent < 5; sent++) await sendMessage(shop, message, from);
  await expect(sendMessage(shop, message, from)).rejects.toMatchObject({ name: 'too-many', status: 429 });
  await sendMessage(shop, message, { address: '203.0.113.8' });
  shop.clock.advance(60 * 60_000);
  await sendMessage(shop, message, from);
});

it('counts all addresses of an IPv6 /64 network as one client [Q-114]', async ({ shop }) => {
  for (let sent = 0; sent < 5; sent++) await sendMessage(shop, message, { address: `2001:db8:0:1::${sent}` });
  await expect(sendMessage(shop, message, { address: '2001:db8:0:1:9::9' })).rejects.toMatchObject({
    status: 429,
  });
  await sendMessage(shop, message, { address: '2001:db8:0:2::1' });
});

it('limits the number of messages from all networks of an IPv6 site together [Q-114]', async ({ shop }) => {
  const send = (network: string) => sendMessage(shop, message, { address: `2001:db8:5:${network}::1` });
  for (let sent = 0; sent < 8; sent++) await send(`10${sent}`);
  await expect(send('1ff')).rejects.toMatchObject({ status: 429 });
  for (let sent = 0; sent < 4; sent++) await send(`${sent + 2}00`);
  await expect(send('900')).rejects.toMatchObject({ status: 429 });
  await sendMessage(shop, message, { address: '2001:db8:6::1' });
  expect(await shop.db.$count(messages)).toBe(13);
});

it('accepts 8 of 14 concurrent messages from networks of one IPv6 site [Q-114]', async ({ shop }) => {
  const sent = await Promise.allSettled(
    Array.from({ length: 14 }, (_, network) =>
      sendMessage(shop, message, { address: `2001:db8:5:${network.toString(16)}::1` }),
    ),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
});

it('accepts a message after hundreds of a bot, with few emails [Q-114 S-API-38]', async ({ shop, app }) => {
  for (let sent = 0; sent < 240; sent++)
    await sendMessage(shop, { ...message, name: 'Bot' }, { address: `198.51.100.${sent}` });
  const honest = { ...message, name: 'Noor', email: 'noor@example.in' };
  const response = await app.request('/api/reachus/send', asJson(honest));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(thanks);
  expect(await shop.db.$count(messages)).toBe(241);
  const { rows } = await listInbox(shop, { q: 'Noor', after: '', limit: 5 });
  expect(rows).toMatchObject([{ name: 'Noor', status: 'new' }]);
  const emails = await shop.db.select().from(outbox);
  expect(emails).toHaveLength(21);
  expect(emails.filter(({ kind }) => kind === 'messages-waiting')).toMatchObject([
    { subject: '221 more messages are waiting', to: 'hello@tanabana.example' },
  ]);
});

it('sends one email at the end of the hour about messages above the limit [Q-114]', async ({ shop }) => {
  const send = async () => {
    const sent: string[] = [];
    await deliverEmails(shop, async ({ subject }) => {
      sent.push(subject);
    });
    return sent;
  };
  for (let sent = 0; sent < 21; sent++) await sendMessage(shop, message, { address: `198.51.100.${sent}` });
  expect(await send()).toHaveLength(20);
  for (let sent = 21; sent < 34; sent++) await sendMessage(shop, message, { address: `198.51.100.${sent}` });
  expect(await send()).toEqual([]);
  shop.clock.advance(60 * 60_000);
  expect(await send()).toEqual(['14 more messages are waiting']);
  await sendMessage(shop, message, from);
  expect(await send()).toEqual(['A message from Asha']);
});

it('accepts 2,000 messages per hour from all addresses together [Q-114]', async ({ shop }) => {
  const endsAt = new Date(shop.clock.now().getTime() + 60 * 60_000);
  const used = { bucket: 'message:all', startedAt: shop.clock.now(), endsAt };
  await shop.db.insert(rateLimits).values({ ...used, count: 1999 });
  await sendMessage(shop, message, from);
  await expect(sendMessage(shop, message, { address: '203.0.113.8' })).rejects.toMatchObject({ status: 429 });
  expect(await shop.db.select().from(messages)).toHaveLength(1);
  shop.clock.advance(60 * 60_000);
  await sendMessage(shop, message, { address: '203.0.113.8' });
});

it('does not count a message over its client’s limit towards the shared limit [Q-114]', async ({ shop }) => {
  for (let sent = 0; sent < 5; sent++) await sendMessage(shop, message, from);
  await expect(sendMessage(shop, message, from)).rejects.toMatchObject({ status: 429 });
  const buckets = await shop.db
    .select({ bucket: rateLimits.bucket, count: rateLimits.count })
    .from(rateLimits);
  expect(buckets).toContainEqual({ bucket: 'message:all', count: 5 });
});

const wrongValues = [7, true, null, {}, [], ['Asha'], { text: 'Asha' }, 'x'.repeat(5000)];
const technicalTerms = /expected|invalid|received|zod|too big|too small/i;

it.for(['name', 'email', 'message', 'piece', 'website'])(
  'rejects a %s of a wrong type without technical terms [S-API-38]',
  async (field, { app }) => {
    for (const value of wrongValues) {
      const response = await app.request('/api/reachus/send', asJson({ ...message, [field]: value }));
      expect(response.status, JSON.stringify(value).slice(0, 40)).toBe(400);
      const { errors } = ProblemBody.parse(await response.json());
      expect(errors).toEqual([{ field, message: expect.not.stringMatching(technicalTerms) }]);
    }
  },
);

it.for([null, [], [message], 'Asha', 7, true])(
  'rejects a body that is not a message (%j) without technical terms [S-API-38]',
  async (body, { app }) => {
    const response = await app.request('/api/reachus/send', asJson(body));
    expect(response.status).toBe(400);
    const { errors } = ProblemBody.parse(await response.json());
    expect(errors).toEqual([
      { field: 'body', message: 'A message has a name, an email and the message itself.' },
    ]);
  },
);

it('thanks a bot that fills in the hidden field, and stores nothing [Q-114]', async ({ shop }) => {
  const response = await sendMessage(shop, { ...message, website: 'https://spam.example' }, from);
  expect(response).toEqual(await sendMessage(shop, message, from));
  expect(await shop.db.select().from(messages)).toHaveLength(1);
  expect(await shop.db.select().from(outbox)).toHaveLength(1);
});

it('does not store a message if its email cannot be queued', async ({ ownShop }) => {
  const unfit = { ...ownShop.config, adminEmail: 'a\0b' };
  await expect(sendMessage({ ...ownShop, config: unfit }, message, from)).rejects.toThrow();
  expect(await ownShop.db.select().from(messages)).toEqual([]);
});
