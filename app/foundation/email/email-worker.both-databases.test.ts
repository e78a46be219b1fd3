import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { whileLocked } from '../../../tests/engine/locked-rows.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { queueEmail } from './email.server.ts';
import { deliverEmails, type EmailTransport, type QueuedEmail, resendEmail } from './email-worker.server.ts';

const minute = 60_000;
const html = '<p>Hello</p>';
const email = { kind: 'test', to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html };

/** Creates an email transport that adds each email to `sent`. */
function recordingTransport() {
  const sent: QueuedEmail[] = [];
  const send: EmailTransport = async (queued) => void sent.push(queued);
  return { sent, send };
}

const failing: EmailTransport = async () => {
  throw new Error('the server is down');
};

async function onlyRow(shop: Shop): Promise<QueuedEmail> {
  const [row, ...others] = await shop.db.select().from(outbox);
  expect(others).toEqual([]);
  if (!row) throw new Error('The outbox is empty.');
  return row;
}

it('sends an email only once, even if the worker runs again a day later', async ({ shop }) => {
  const { sent, send } = recordingTransport();
  await queueEmail(shop, email);
  await deliverEmails(shop, send);
  shop.clock.advance(24 * 60 * minute);
  expect(await deliverEmails(shop, send)).toBe(0);
  expect(sent).toHaveLength(1);
});

it('deletes an email with a code after the email was sent, or after the code has expired', async ({
  shop,
}) => {
  const { sent, send } = recordingTransport();
  const queueWithCode = () =>
    queueEmail(shop, { ...email, expiresAt: new Date(shop.clock.now().getTime() + 10 * minute) });
  await queueWithCode();
  expect(await deliverEmails(shop, send)).toBe(1);
  expect(sent).toHaveLength(1);
  expect(await shop.db.select().from(outbox)).toEqual([]);
  await queueWithCode();
  await deliverEmails(shop, failing);
  shop.clock.advance(10 * minute);
  expect(await deliverEmails(shop, send)).toBe(0);
  expect(sent).toHaveLength(1);
  expect(await shop.db.select().from(outbox)).toEqual([]);
});

it('retries an email after 1, 5, 30, 120 and 720 minutes, and then marks it as failed', async ({ shop }) => {
  await queueEmail(shop, email);
  for (const wait of [1, 5, 30, 120, 720]) {
    expect(await deliverEmails(shop, failing)).toBe(0);
    const { nextTryAt, failedAt } = await onlyRow(shop);
    expect(nextTryAt.getTime() - shop.clock.now().getTime()).toBe(wait * minute);
    expect(failedAt).toBeNull();
    shop.clock.advance(wait * minute);
  }
  await deliverEmails(shop, failing);
  const failed = { tries: 6, lastError: 'the server is down', failedAt: shop.clock.now() };
  expect(await onlyRow(shop)).toMatchObject(failed);
  shop.clock.advance(7 * 24 * 60 * minute);
  const { sent, send } = recordingTransport();
  await deliverEmails(shop, send);
  expect(sent).toEqual([]);
});

it('sends an email again with the same id if the worker dies and its lease expires', async ({ shop }) => {
  await queueEmail(shop, email);
  const { promise: sending, resolve: endSending } = Promise.withResolvers<void>();
  const dying = deliverEmails(shop, () => sending);
  await expect.poll(async () => (await onlyRow(shop)).tries).toBe(1);
  const { sent, send } = recordingTransport();
  expect(await deliverEmails(shop, send)).toBe(0);
  shop.clock.advance(2 * minute);
  expect(await deliverEmails(shop, send)).toBe(1);
  expect(sent[0]?.id).toBe((await onlyRow(shop)).id);
  // Let the first worker finish before the test ends and its rows are rolled back.
  endSending();
  await dying;
});

it('does not let a worker with an expired lease overwrite the next worker’s result', async ({ shop }) => {
  await queueEmail(shop, email);
  const slow: EmailTransport = async () => {
    shop.clock.advance(2 * minute);
    await deliverEmails(shop, recordingTransport().send);
    throw new Error('the slow one failed');
  };
  await deliverEmails(shop, slow);
  expect(await onlyRow(shop)).toMatchObject({ tries: 2, lastError: null, sentAt: shop.clock.now() });
});

it('lets staff send an email again only if it has failed', async ({ shop }) => {
  await queueEmail(shop, email);
  const { id } = await onlyRow(shop);
  expect(await inTransaction(shop, (tx) => resendEmail(tx, id))).toBe(false);
  await shop.db.update(outbox).set({ failedAt: shop.clock.now() });
  expect(await inTransaction(shop, (tx) => resendEmail(tx, id))).toBe(true);
  expect(await onlyRow(shop)).toMatchObject({ failedAt: null, tries: 0 });
});

it('skips an email that another worker has locked', async ({ ownShop, world, skip }) => {
  if (world.engine === 'embedded') skip();
  await queueEmail(ownShop, email);
  const { send } = recordingTransport();
  expect(await whileLocked(ownShop, outbox, () => deliverEmails(ownShop, send))).toBe(0);
  expect(await deliverEmails(ownShop, send)).toBe(1);
});

it('sends an email without an open database transaction', async ({ ownShop }) => {
  await queueEmail(ownShop, email);
  // In the embedded database, an open transaction would block this query forever.
  const send: EmailTransport = async () => void (await ownShop.db.select().from(outbox));
  expect(await deliverEmails(ownShop, send)).toBe(1);
});

it('writes an email to a file in the data folder if SMTP is not configured', async ({ shop }) => {
  await queueEmail(shop, { ...email, subject: 'तानाबाना, ₹1,250', replyTo: 'ravi@example.in' });
  expect(await deliverEmails(shop)).toBe(1);
  const folder = path.join(shop.config.dataDir, 'mail');
  const { id } = await onlyRow(shop);
  const name = `2026-11-21T06-30-00-000Z-${id}.eml`;
  expect(await readdir(folder)).toEqual([name]);
  const written = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(written).toMatchObject({
    messageId: `<${id}@shop.test>`,
    subject: 'तानाबाना, ₹1,250',
    to: [{ address: 'asha@example.in' }],
    replyTo: [{ address: 'ravi@example.in' }],
    text: expect.stringMatching(/^Hello\s*$/),
    html: expect.stringMatching(/^<p>Hello<\/p>\s*$/),
  });
});
