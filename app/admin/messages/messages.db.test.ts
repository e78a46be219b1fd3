import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { type App, readAs, statusAndTitle } from '../../../tests/fixtures/api.ts';
import { signInAs } from '../../../tests/fixtures/sign-in.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { AdminMessage, InboxMessage } from '../../messages/contract.ts';
import { replyToMessage } from '../../messages/reply-to-message.server.ts';
import { messageReplies, messages } from '../../messages/tables.server.ts';
import { listOf } from '../layout/contract.ts';
import { auditLog } from '../tables.server.ts';

async function write(shop: Shop, more: Partial<typeof messages.$inferInsert> = {}): Promise<string> {
  const [row] = await shop.db
    .insert(messages)
    .values({
      ...{ name: 'Asha', email: 'asha@example.in', message: 'Is the pallu woven?' },
      ...{ productId: 'TB-SAR-001', createdAt: shop.clock.now() },
      ...more,
    })
    .returning({ id: messages.id });
  return row?.id ?? '';
}

/** Sends the requests of the inbox as a signed-in staff member. */
async function atInbox(shop: Shop, app: App, role: 'owner' | 'staff' = 'staff') {
  const { headers } = await signInAsStaff(shop, role);
  const request = (path: string, method = 'GET', body?: unknown) =>
    app.request(`/api/admin/messages${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  return {
    request,
    list: (query = '') => readAs(listOf(InboxMessage).strict(), request(query)),
    read: (response: Response | Promise<Response>) => readAs(AdminMessage.strict(), response),
  };
}

describe('the inbox', () => {
  it('lists each message once, page by page, newest first, with an excerpt', async ({ app, shop }) => {
    for (let nth = 0; nth < 63; nth++) {
      if (nth % 3 === 0) shop.clock.advance(1000);
      await write(shop, { message: `${'long '.repeat(60)}\nend` });
    }
    shop.clock.advance(1000);
    await write(shop, { name: 'Bina', message: 'Two\n\nlines' });
    const { list } = await atInbox(shop, app);
    const seen = await rowsOfAllPages((after) => list(`?after=${after}`));
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([64, 64]);
    expect(seen.slice(0, 2)).toMatchObject([
      { name: 'Bina', excerpt: 'Two lines', status: 'new' },
      { name: 'Asha', excerpt: `${'long '.repeat(28)}…` },
    ]);
  });

  it('is filtered by state, and searched by name, email address, text and product', async ({ app, shop }) => {
    await write(shop);
    await write(shop, { name: 'Bina', email: 'b_na@example.in', message: '100% silk?', status: 'closed' });
    const { list } = await atInbox(shop, app);
    const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);
    expect(await names('?state=new')).toEqual(['Asha']);
    expect(await names('?state=closed')).toEqual(['Bina']);
    for (const found of ['bin', 'B_NA@', '100%25 s']) expect(await names(`?q=${found}`)).toEqual(['Bina']);
    expect(await names('?q=pallu&state=closed')).toEqual([]);
    expect(await names('?q=a_ha')).toEqual([]);
    expect((await list('?q=sar-001')).rows).toHaveLength(2);
  });
});

it('the page of a message shows the message’s product if it is published, and the sender’s other messages', async ({
  app,
  shop,
}) => {
  const earlier = await write(shop, { email: 'Asha@Example.in', message: 'Do you ship to Kochi?' });
  const gone = await write(shop, { email: 'bina@example.in', productId: 'TB-SAR-999' });
  const none = await write(shop, { email: 'cara@example.in', productId: null });
  shop.clock.advance(1000);
  const id = await write(shop);
  const asha = await signInAs(shop, 'asha@example.in');
  const { request, read } = await atInbox(shop, app);
  expect(await read(request(`/${id}`))).toMatchObject({
    message: 'Is the pallu woven?',
    customerId: asha.id,
    aboutProduct: { proId: 'TB-SAR-001', productName: 'Gulnar Banarasi Katan Silk Saree' },
    replies: [],
    otherMessages: [{ id: earlier, excerpt: 'Do you ship to Kochi?' }],
  });
  expect(await read(request(`/${gone}`))).toMatchObject({ productId: 'TB-SAR-999', aboutProduct: null });
  expect(await read(request(`/${none}`))).toMatchObject({ aboutProduct: null, customerId: null });
});

describe('a reply to a message', () => {
  it('is emailed and stored, and its audit entry contains neither text nor name', async ({ app, shop }) => {
    const id = await write(shop);
    const { request, read } = await atInbox(shop, app);
    const text = 'Yes, the pallu is woven.\n\nCome and see it, <b>any</b> day.';
    const answered = await read(request(`/${id}/answer`, 'POST', { text, seenReplyCount: 0 }));
    expect(answered).toMatchObject({ status: 'answered', replies: [{ author: 'arjun', text }] });
    const [mail] = await shop.db.select().from(outbox).where(eq(outbox.kind, 'reply'));
    expect(mail).toMatchObject({
      to: 'asha@example.in',
      replyTo: 'hello@tanabana.example',
      subject: 'Your message to Tanabana about TB-SAR-001',
      text: expect.stringContaining('> Is the pallu woven?'),
    });
    expect(mail?.text).toContain('Yes, the pallu is woven.');
    expect(mail?.html).toContain('&lt;b&gt;any&lt;/b&gt;');
    const log = await shop.db.select().from(auditLog);
    const change = { before: { status: 'new' }, after: { status: 'answered' } };
    expect(log).toMatchObject([
      { action: 'message.reply', subjectKind: 'message', subjectId: id, ...change },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/asha|pallu|Yes/i);
  });

  it('is rejected if another staff member has replied in the meantime', async ({ app, shop }) => {
    const id = await write(shop);
    const first = await atInbox(shop, app, 'staff');
    const second = await atInbox(shop, app, 'owner');
    await first.read(first.request(`/${id}/answer`, 'POST', { text: 'Yes.', seenReplyCount: 0 }));
    const refused = await second.request(`/${id}/answer`, 'POST', { text: 'No.', seenReplyCount: 0 });
    expect(await statusAndTitle(refused)).toEqual([409, 'already-answered']);
    expect(await shop.db.select().from(outbox)).toHaveLength(1);
    await second.read(second.request(`/${id}/answer`, 'POST', { text: 'Rather: no.', seenReplyCount: 1 }));
    expect(await shop.db.select().from(messageReplies)).toHaveLength(2);
  });

  it('is accepted only if it is the first of three concurrent replies', async ({ ownShop }) => {
    const id = await write(ownShop);
    const replies = ['Yes.', 'No.', 'Perhaps.'].map((text) =>
      inTransaction(ownShop, (tx) => replyToMessage(tx, id, { text, author: 'Arjun', seenReplyCount: 0 })),
    );
    const ends = (await Promise.allSettled(replies)).map(({ status }) => status);
    expect(ends.toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await ownShop.db.select().from(outbox)).toHaveLength(1);
  });

  it('is rejected if its text is blank, invalid or too long', async ({ app, shop }) => {
    const id = await write(shop);
    const { request } = await atInbox(shop, app);
    for (const text of ['', '   ', '\0', 7, 'x'.repeat(8001)]) {
      const response = request(`/${id}/answer`, 'POST', { text, seenReplyCount: 0 });
      expect(await statusAndTitle(response)).toEqual([400, 'bad-input']);
    }
  });
});

it('a message is closed and reopened, unless the request names an outdated state', async ({ app, shop }) => {
  const id = await write(shop);
  const { request, read } = await atInbox(shop, app);
  const change = (from: string, to: string) => request(`/${id}/state`, 'PUT', { from, to });
  const closed = { status: 'closed', statusAt: shop.clock.now().toISOString() };
  expect(await read(change('new', 'closed'))).toMatchObject(closed);
  expect(await statusAndTitle(change('new', 'closed'))).toEqual([409, 'status-changed']);
  expect((await read(change('closed', 'new'))).status).toBe('new');
  const log = await shop.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
  expect(log).toEqual([{ action: 'message.close' }, { action: 'message.reopen' }]);
});
