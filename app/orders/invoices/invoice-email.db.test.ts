import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { z } from 'zod';
import { packOrder, shipOrder } from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { cashOrder, invoicesOf, manualShipping } from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { settings } from '../../content/tables.server.ts';
import { emailFolder } from '../../foundation/email/email-retention.server.ts';
import { deliverEmails, type RenderAttachment } from '../../foundation/email/email-worker.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { renderInvoiceOf } from './invoice-file.server.ts';

const setEmails = ({ db }: TestShop, emails: { packed?: boolean; invoice?: boolean }) =>
  db.update(settings).set({ value: sql`${settings.value} || ${JSON.stringify({ emails })}::jsonb` });

const ship = (shop: TestShop, orderId: string) =>
  shipOrder(shop, orderId, { courier: 'manual', manual: manualShipping });

/** Places, packs and ships a cash order. */
async function shippedOrder(shop: TestShop, name = 'meera.new') {
  const { order } = await cashOrder(shop, name);
  await packOrder(shop, order.id);
  await ship(shop, order.id);
  return { order, subject: `Your order ${order.number} is on its way` };
}

/** Sends due emails. Returns the emails with their attached files, by subject. */
async function sendEmails(shop: TestShop) {
  await deliverEmails(shop, undefined, { render: renderInvoiceOf });
  const folder = emailFolder(shop.config);
  const emails = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  );
  return Object.fromEntries(emails.map((email) => [email.subject ?? '', email]));
}

/** Lists the subjects of the emails that have an attached file. */
const subjectsWithFile = (emails: Awaited<ReturnType<typeof sendEmails>>) =>
  Object.keys(emails).filter((subject) => emails[subject]?.attachments.length);

it('attaches the invoice to exactly one email, about the packing or about the shipping, even if the settings change after the packing', async ({
  shop,
}) => {
  await setEmails(shop, { packed: true, invoice: true });
  const { order } = await cashOrder(shop, 'meera.new');
  await packOrder(shop, order.id);
  await setEmails(shop, { invoice: true });
  const later = await cashOrder(shop, 'asha.new');
  await packOrder(shop, later.order.id);
  await setEmails(shop, { packed: true, invoice: true });
  for (const { id } of [order, later.order]) await ship(shop, id);
  const emails = await sendEmails(shop);
  const subject = `Your order ${order.number} is packed`;
  const laterSubject = `Your order ${later.order.number} is on its way`;
  expect(subjectsWithFile(emails).toSorted()).toEqual([subject, laterSubject].toSorted());
  const packed = emails[subject];
  const [invoice] = await invoicesOf(shop, order);
  expect(packed?.attachments).toMatchObject([
    { filename: `${invoice?.number.replaceAll('/', '-')}.pdf`, mimeType: 'application/pdf' },
  ]);
  const content = Buffer.from(z.instanceof(ArrayBuffer).parse(packed?.attachments[0]?.content));
  expect(content.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(content.length).toBeLessThan(1_000_000);
  expect(packed?.text).toContain(`order=${order.id}`);
});

it('attaches and links the invoice only if the owner has enabled it', async ({ shop }) => {
  await setEmails(shop, { packed: true });
  const { order } = await shippedOrder(shop, 'asha.new');
  await setEmails(shop, { invoice: true });
  const { subject } = await shippedOrder(shop);
  const emails = await sendEmails(shop);
  expect(subjectsWithFile(emails)).toEqual([subject]);
  expect(emails[subject]?.text).toMatch(
    /You can open your invoice at any time on the page of your order:\nhttp:\/\/shop\.test\//,
  );
  expect(emails[`Your order ${order.number} is packed`]?.text).not.toContain('invoice');
});

it('does not attach a file of more than 1 MB to the email', async ({ shop }) => {
  await setEmails(shop, { invoice: true });
  const [first, second] = [await shippedOrder(shop), await shippedOrder(shop, 'asha.new')];
  const sent = new Map<string, number | undefined>();
  await deliverEmails(shop, async ({ subject }, file) => void sent.set(subject, file?.content.length), {
    render: async (_, id) => ({
      ...{ filename: 'invoice.pdf', contentType: 'application/pdf' },
      content: Buffer.alloc(id === first.order.id ? 1_000_000 : 1_000_001),
    }),
  });
  expect([first, second].map(({ subject }) => sent.get(subject))).toEqual([1_000_000, undefined]);
});

it.for<[string, RenderAttachment]>([
  ['fails', () => Promise.reject(new Error('no such font'))],
  ['hangs', () => new Promise(() => undefined)],
])(
  'retries an email if rendering its invoice %s, and sends the email without the invoice in the last try',
  async ([, render], { shop }) => {
    await setEmails(shop, { invoice: true });
    const { subject: shipped } = await shippedOrder(shop);
    const sent: [subject: string, filename: string | undefined][] = [];
    const run = () =>
      deliverEmails(shop, async ({ subject }, file) => void sent.push([subject, file?.filename]), {
        render,
        renderingMs: 10,
      });
    for (const wait of [1, 5, 30, 120, 720]) {
      await run();
      expect(sent.map(([subject]) => subject)).not.toContain(shipped);
      shop.clock.advance(wait * 60_000);
    }
    await run();
    expect(sent).toContainEqual([shipped, undefined]);
    expect(await shop.db.$count(outbox, isNotNull(outbox.failedAt))).toBe(0);
  },
);
