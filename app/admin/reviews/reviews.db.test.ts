import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { exampleReview } from '../../../tests/fixtures/admin-examples.ts';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { type App, readAs, statusAndTitle } from '../../../tests/fixtures/api.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { AdminReview, Review } from '../../reviews/contract.ts';
import { listReviews } from '../../reviews/reviews.server.ts';
import { reviews } from '../../reviews/tables.server.ts';
import { listOf } from '../layout/contract.ts';
import { auditLog } from '../tables.server.ts';

const narmada = 'TB-SAR-009';
const text = 'It falls like water.';

/** Sends the requests of the reviews screen as a signed-in staff member. */
async function atReviews(shop: Shop, app: App) {
  const { headers } = await signInAsStaff(shop, 'staff');
  const put = (id: string, body: unknown) =>
    app.request(`/api/admin/reviews/${id}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  return {
    put,
    list: (query = '') =>
      readAs(listOf(AdminReview).strict(), app.request(`/api/admin/reviews${query}`, { headers })),
    decide: (id: string, decision: object) =>
      readAs(AdminReview.strict(), put(id, { seenText: text, ...decision })),
  };
}

describe('the list of reviews [F-140]', () => {
  it('omits ratings without a text, and is filtered by state, stars and text', async ({ app, shop }) => {
    await exampleReview(shop, { approvedAt: shop.clock.now(), stars: 3 });
    await exampleReview(shop, { hiddenAt: shop.clock.now(), text: '100% bad words' });
    await exampleReview(shop, { text: null });
    const id = await exampleReview(shop);
    const { list } = await atReviews(shop, app);
    const own = { id, stars: 5, review: text, author: 'Nandini, Kochi' };
    expect((await list(`?q=${narmada}&state=waiting`)).rows).toMatchObject([own]);
    expect((await list(`?q=${narmada}`)).rows).toHaveLength(3);
    const found = async (query: string) =>
      (await list(`?q=${narmada}${query}`)).rows.map(({ state }) => state);
    expect(await found('&state=hidden')).toEqual(['hidden']);
    expect(await found('&stars=3')).toEqual(['shown']);
    expect((await list('?q=100%25 bad')).rows).toHaveLength(1);
    expect((await list('?q=1_0%25 bad')).rows).toHaveLength(0);
  });

  it('lists each review once, page by page, even if several have the same time', async ({ app, shop }) => {
    for (let nth = 0; nth < 64; nth++) await exampleReview(shop);
    const { list } = await atReviews(shop, app);
    const rows = await rowsOfAllPages((after) => list(`?q=${narmada}&state=waiting&after=${after}`));
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([64, 64]);
  });
});

describe('a review [F-140]', () => {
  it('is shown after it is approved, and can be hidden and approved again [Q-043]', async ({ app, shop }) => {
    const id = await exampleReview(shop);
    const { decide } = await atReviews(shop, app);
    const shown = () => listReviews(shop, { proId: narmada });
    expect(await shown()).toEqual([]);
    expect(await decide(id, { state: 'shown' })).toMatchObject({ state: 'shown' });
    expect(await shown()).toMatchObject([{ review: text, answer: null }]);
    const home = z.array(Review.strict()).parse(await (await app.request('/api/rating/')).json());
    expect(home[0]).toMatchObject({ review: text, proId: narmada });
    expect(await decide(id, { state: 'hidden' })).toMatchObject({ state: 'hidden' });
    expect(await shown()).toEqual([]);
    // Hiding clears `approvedAt`, which the customer sees as the state of their own review.
    const [stored] = await shop.db.select().from(reviews).where(eq(reviews.id, id));
    expect(stored).toMatchObject({ approvedAt: null, stars: 5 });
    await decide(id, { state: 'shown' });
    expect(await shown()).toHaveLength(1);
    const change = { before: { state: 'shown' }, after: { state: 'hidden' } };
    const hidden = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'review.hide'));
    expect(hidden).toMatchObject([change]);
  });

  it('can get a reply, and its audit entries contain neither the texts nor names [F-139]', async ({
    app,
    shop,
  }) => {
    const id = await exampleReview(shop);
    const { decide } = await atReviews(shop, app);
    const reply = 'Thank you, Nandini.';
    expect(await decide(id, { reply: `  ${reply} ` })).toMatchObject({ state: 'waiting', reply });
    // A reply does not publish the review.
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
    await decide(id, { state: 'shown' });
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([{ answer: reply }]);
    expect(await decide(id, { reply: '' })).toMatchObject({ state: 'shown' });
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([{ answer: null }]);
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id);
    expect(log).toMatchObject([
      { action: 'review.answer', before: { isAnswered: false }, after: { isAnswered: true } },
      { action: 'review.approve', subjectId: id, before: { state: 'waiting' }, after: { state: 'shown' } },
      { before: { isAnswered: true }, after: { isAnswered: false } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Nandini|Kochi|water/);
  });

  it('cannot be approved if it does not exist, has no text, or its text has changed since staff read it', async ({
    app,
    shop,
  }) => {
    const { put } = await atReviews(shop, app);
    const approve = (id: string) => statusAndTitle(put(id, { seenText: text, state: 'shown' }));
    const changed = await exampleReview(shop, { text: 'Other words.' });
    expect(await approve(changed)).toEqual([409, 'review-changed']);
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
    const bare = await exampleReview(shop, { text: null });
    for (const id of [bare, '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11'])
      expect(await approve(id)).toEqual([404, 'no-such-review']);
  });
});
