import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { whileLocked } from '../../../tests/engine/locked-rows.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { queueEmail } from './email.server.ts';
import {
  createEmailWorker,
  deliverEmails,
  type EmailTransport,
  type QueuedEmail,
  resendEmail,
} from './email-worker.server.ts';

const minute = 60_000;
const mail = { kind: 'test', to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html: '<p>Hello</p>' };

/** A carrier that keeps what it carries. */
function recordingTransport() {
  const carried: QueuedEmail[] = [];
  const send: EmailTransport = async (mail) => {
    carried.push(mail);
  };
  return { carried, send };
}

const failing: EmailTransport = async () => {
  throw new Error('the server is away');
};

async function onlyRow(shop: Shop): Promise<QueuedEmail> {
  const [row, ...others] = await shop.db.select().from(outbox);
  expect(others).toEqual([]);
  if (!row) throw new Error('The outbox is empty.');
  return row;
}

it('sends a mail once', async ({ shop }) => {
  const { carried, send } = recordingTransport();
  await queueEmail(shop, mail);
  expect(await deliverEmails(shop, send)).toBe(1);
  expect(await deliverEmails(shop, send)).toBe(0);
  expect(carried).toMatchObject([mail]);
  expect((await onlyRow(shop)).sentAt).toEqual(shop.clock.now());
});

it('an email that was sent is not sent again, however much later', async ({ shop }) => {
  const { carried, send } = recordingTransport();
  await queueEmail(shop, mail);
  await deliverEmails(shop, send);
  shop.clock.advance(24 * 60 * minute);
  expect(await deliverEmails(shop, send)).toBe(0);
  expect(carried).toHaveLength(1);
});

it('a mail that opens a door is forgotten as soon as it is sent', async ({ shop }) => {
  const { carried, send } = recordingTransport();
  await queueEmail(shop, { ...mail, expiresAt: new Date(shop.clock.now().getTime() + 10 * minute) });
  expect(await deliverEmails(shop, send)).toBe(1);
  expect(carried).toHaveLength(1);
  expect(await shop.db.select().from(outbox)).toEqual([]);
});

it('and is not sent, nor kept, when it opens nothing any more', async ({ shop }) => {
  const { carried, send } = recordingTransport();
  await queueEmail(shop, { ...mail, expiresAt: new Date(shop.clock.now().getTime() + 10 * minute) });
  await deliverEmails(shop, failing);
  shop.clock.advance(10 * minute);
  expect(await deliverEmails(shop, send)).toBe(0);
  expect(carried).toEqual([]);
  expect(await shop.db.select().from(outbox)).toEqual([]);
});

it('a mail of a transaction that is rolled back is never sent', async ({ shop }) => {
  const { send } = recordingTransport();
  const undone = inTransaction(shop, async (shop) => {
    await queueEmail(shop, mail);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await deliverEmails(shop, send)).toBe(0);
});

it('tries again after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours, then parks the mail', async ({
  shop,
}) => {
  await queueEmail(shop, mail);
  for (const wait of [1, 5, 30, 120, 720]) {
    expect(await deliverEmails(shop, failing)).toBe(0);
    const { nextTryAt, failedAt } = await onlyRow(shop);
    expect(nextTryAt.getTime() - shop.clock.now().getTime()).toBe(wait * minute);
    expect(failedAt).toBeNull();
    shop.clock.advance(wait * minute);
  }
  await deliverEmails(shop, failing);
  expect(await onlyRow(shop)).toMatchObject({
    tries: 6,
    lastError: 'the server is away',
    failedAt: shop.clock.now(),
  });
  shop.clock.advance(7 * 24 * 60 * minute);
  const { carried, send } = recordingTransport();
  await deliverEmails(shop, send);
  expect(carried).toEqual([]);
});

it('a mail that failed does not keep the next one waiting', async ({ shop }) => {
  await queueEmail(shop, { ...mail, to: 'away@example.in' });
  shop.clock.advance(1);
  await queueEmail(shop, mail);
  const send: EmailTransport = async ({ to }) => {
    if (to === 'away@example.in') throw new Error('no such mailbox');
  };
  expect(await deliverEmails(shop, send)).toBe(1);
});

it('a mail whose post worker died is taken again after its lease, under the same id', async ({ shop }) => {
  await queueEmail(shop, mail);
  const { promise: theEnd, resolve: carryOn } = Promise.withResolvers<void>();
  const dying = deliverEmails(shop, () => theEnd);
  await expect.poll(async () => (await onlyRow(shop)).tries).toBe(1);
  const { carried, send } = recordingTransport();
  expect(await deliverEmails(shop, send)).toBe(0);
  shop.clock.advance(2 * minute);
  expect(await deliverEmails(shop, send)).toBe(1);
  expect(carried[0]?.id).toBe((await onlyRow(shop)).id);
  // Its patience would end after the test, and with it the rows.
  carryOn();
  await dying;
});

it('a worker whose lease has ended writes nothing over what the next one did', async ({ shop }) => {
  await queueEmail(shop, mail);
  const slow: EmailTransport = async () => {
    shop.clock.advance(2 * minute);
    await deliverEmails(shop, recordingTransport().send);
    throw new Error('the slow one failed');
  };
  await deliverEmails(shop, slow);
  expect(await onlyRow(shop)).toMatchObject({ tries: 2, lastError: null, sentAt: shop.clock.now() });
});

it('only an email that was given up is sent again when staff ask for it', async ({ shop }) => {
  await queueEmail(shop, mail);
  const { id } = await onlyRow(shop);
  expect(await inTransaction(shop, (tx) => resendEmail(tx, id))).toBe(false);
  await shop.db.update(outbox).set({ failedAt: shop.clock.now() });
  expect(await inTransaction(shop, (tx) => resendEmail(tx, id))).toBe(true);
  expect(await onlyRow(shop)).toMatchObject({ failedAt: null, tries: 0 });
});

it('an email that another worker has locked is passed over', async ({ ownShop, world, skip }) => {
  if (world.engine === 'embedded') skip();
  await queueEmail(ownShop, mail);
  const { send } = recordingTransport();
  expect(await whileLocked(ownShop, outbox, () => deliverEmails(ownShop, send))).toBe(0);
  expect(await deliverEmails(ownShop, send)).toBe(1);
});

it('two post workers at once send each mail once', async ({ ownShop }) => {
  for (let count = 0; count < 12; count++) await queueEmail(ownShop, { ...mail, subject: `Mail ${count}` });
  const { carried, send } = recordingTransport();
  const sent = await Promise.all([1, 2, 3].map(() => deliverEmails(ownShop, send)));
  expect(sent.reduce((sum, some) => sum + some)).toBe(12);
  expect(new Set(carried.map(({ subject }) => subject)).size).toBe(12);
});

it('carries no mail while it holds a transaction', async ({ ownShop }) => {
  await queueEmail(ownShop, mail);
  // On the embedded database a transaction that were open now would block this query for ever.
  const send: EmailTransport = async () => {
    await ownShop.db.select().from(outbox);
  };
  expect(await deliverEmails(ownShop, send)).toBe(1);
});

it('delivers by itself once started, soon after it is poked, and not after it is stopped', async ({
  ownShop,
}) => {
  const { carried, send } = recordingTransport();
  const worker = createEmailWorker({ shop: ownShop, send });
  worker.start();
  await queueEmail(ownShop, mail);
  worker.wake();
  await expect.poll(() => carried.length).toBe(1);
  await worker.stop();
  await queueEmail(ownShop, mail);
  worker.wake();
  await worker.runOnce();
  expect(carried).toHaveLength(1);
});

it('writes a mail to the data folder where no mail server is configured', async ({ shop }) => {
  await queueEmail(shop, { ...mail, subject: 'तानाबाना, ₹1,250', replyTo: 'ravi@example.in' });
  expect(await deliverEmails(shop)).toBe(1);
  const folder = path.join(shop.config.dataDir, 'mail');
  const { id } = await onlyRow(shop);
  expect(await readdir(folder)).toEqual([`2026-11-21T06-30-00-000Z-${id}.eml`]);
  const written = await PostalMime.parse(
    await readFile(path.join(folder, `2026-11-21T06-30-00-000Z-${id}.eml`)),
  );
  expect(written).toMatchObject({
    messageId: `<${id}@shop.test>`,
    subject: 'तानाबाना, ₹1,250',
    to: [{ address: 'asha@example.in' }],
    replyTo: [{ address: 'ravi@example.in' }],
  });
  expect([written.text?.trim(), written.html?.trim()]).toEqual(['Hello', '<p>Hello</p>']);
});

it('a line break in what a person typed makes no header and no second receiver [Q-114]', async ({ shop }) => {
  await queueEmail(shop, {
    ...mail,
    to: 'owner@example.in',
    replyTo: 'a@example.in\r\nBcc: all@example.in, more@example.in',
    subject: 'Hi\r\nBcc: all@example.in\r\n\r\nBody',
  });
  await deliverEmails(shop);
  const folder = path.join(shop.config.dataDir, 'mail');
  const [name = ''] = await readdir(folder);
  const { headers, to, text } = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(headers.map(({ key }) => key)).not.toContain('bcc');
  expect(to).toMatchObject([{ address: 'owner@example.in' }]);
  expect(text?.trim()).toBe('Hello');
});
