import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { problemOf } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { deliverEmails } from '../foundation/email/email-worker.server.ts';
import { outbox, rateLimits } from '../foundation/tables.server.ts';
import { sendMessage } from './messages.server.ts';
import { messages } from './tables.server.ts';

const message = { name: 'Asha', email: 'asha@example.in', message: 'Is the pallu woven?' };
const from = { address: '203.0.113.7' };

it('a message is stored as new, and emailed to the owner [S-DATA-23 S-GEN-16]', async ({ shop }) => {
  await sendMessage(shop, { ...message, piece: 'TB-SAR-001' }, from);
  const stored = { ...message, productId: 'TB-SAR-001', status: 'new', createdAt: shop.clock.now() };
  expect(await shop.db.select().from(messages)).toMatchObject([stored]);
  const email = { kind: 'message', to: 'hello@tanabana.example', replyTo: 'asha@example.in' };
  const subject = 'A message from Asha, TB-SAR-001';
  expect(await shop.db.select().from(outbox)).toMatchObject([{ ...email, subject }]);
  await shop.db.delete(outbox);
  // ADMIN_EMAIL replaces the shop's address if it is set.
  await sendMessage({ ...shop, config: { ...shop.config, adminEmail: 'owner@example.in' } }, message, from);
  expect(await shop.db.select({ to: outbox.to }).from(outbox)).toEqual([{ to: 'owner@example.in' }]);
});

it('one client can send at most five messages per hour [Q-114]', async ({ shop }) => {
  for (let sent = 0; sent < 5; sent++) await sendMessage(shop, message, from);
  await expect(sendMessage(shop, message, from)).rejects.toMatchObject({ name: 'too-many', status: 429 });
  // The rejected message does not count towards the limit of all clients together.
  const all = shop.db.select().from(rateLimits).where(eq(rateLimits.bucket, 'message:all'));
  expect(await all).toMatchObject([{ count: 5 }]);
  await sendMessage(shop, message, { address: '203.0.113.8' });
  shop.clock.advance(60 * 60_000);
  await sendMessage(shop, message, from);
});

it('one IPv6 network can send at most eight messages per hour, even if they are sent at the same time [Q-114]', async ({
  shop,
}) => {
  const sent = await Promise.allSettled(
    Array.from({ length: 14 }, (_, network) =>
      sendMessage(shop, message, { address: `2001:db8:5:${network.toString(16)}::1` }),
    ),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
});

it('after twenty emails in an hour, one later email gives the number of further messages [Q-114 S-API-38]', async ({
  shop,
}) => {
  const send = async () => {
    const sent: string[] = [];
    await deliverEmails(shop, async ({ subject }) => void sent.push(subject));
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

it('all clients together can send at most 2,000 messages per hour [Q-114]', async ({ shop }) => {
  const endsAt = new Date(shop.clock.now().getTime() + 60 * 60_000);
  const used = { bucket: 'message:all', startedAt: shop.clock.now(), endsAt };
  await shop.db.insert(rateLimits).values({ ...used, count: 1999 });
  await sendMessage(shop, message, from);
  await expect(sendMessage(shop, message, { address: '203.0.113.8' })).rejects.toMatchObject({ status: 429 });
  expect(await shop.db.select().from(messages)).toHaveLength(1);
  shop.clock.advance(60 * 60_000);
  await sendMessage(shop, message, { address: '203.0.113.8' });
});

it('a body or field of a wrong type is rejected with a message without technical terms [S-API-38]', async ({
  app,
}) => {
  const errorsOf = async (body: unknown) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const { status, errors } = await problemOf(app.request('/api/reachus/send', init));
    expect(status, JSON.stringify(body).slice(0, 80)).toBe(400);
    return errors;
  };
  const plain = expect.not.stringMatching(/expected|invalid|received|zod|too big|too small/i);
  for (const field of ['name', 'email', 'message', 'piece', 'website'])
    for (const value of [7, true, null, {}, [], ['Asha'], { text: 'Asha' }, 'x'.repeat(5000)])
      expect(await errorsOf({ ...message, [field]: value })).toEqual([{ field, message: plain }]);
  const text = 'A message has a name, an email and the message itself.';
  for (const body of [null, [], [message], 'Asha', 7, true])
    expect(await errorsOf(body)).toEqual([{ field: 'body', message: text }]);
});

it('a message with a value in the hidden field, which only bots fill in, is not stored [Q-114]', async ({
  shop,
}) => {
  const response = await sendMessage(shop, { ...message, website: 'https://spam.example' }, from);
  expect(response).toEqual(await sendMessage(shop, message, from));
  expect(await shop.db.select().from(messages)).toHaveLength(1);
  expect(await shop.db.select().from(outbox)).toHaveLength(1);
});

it('a message is not stored if its email cannot be queued', async ({ ownShop }) => {
  const unfit = { ...ownShop.config, adminEmail: 'a\0b' };
  await expect(sendMessage({ ...ownShop, config: unfit }, message, from)).rejects.toThrow();
  expect(await ownShop.db.select().from(messages)).toEqual([]);
});

it('240 messages of a bot cause only 21 emails, and the next message is still accepted [Q-114 S-API-38]', async ({
  shop,
}) => {
  for (let sent = 0; sent < 240; sent++)
    await sendMessage(shop, { ...message, name: 'Bot' }, { address: `198.51.100.${sent}` });
  await sendMessage(shop, { ...message, name: 'Noor' }, from);
  expect(await shop.db.$count(messages)).toBe(241);
  expect(await shop.db.$count(messages, eq(messages.name, 'Noor'))).toBe(1);
  const emails = await shop.db.select().from(outbox);
  expect(emails).toHaveLength(21);
  expect(emails.filter(({ kind }) => kind === 'messages-waiting')).toMatchObject([
    { subject: '221 more messages are waiting', to: 'hello@tanabana.example' },
  ]);
});
