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

describe('the list [F-140]', () => {
  it('contains reviews with a text, and omits ratings without a text', async ({ app, shop }) => {
    await exampleReview(shop, { text: null });
    const id = await exampleReview(shop);
    const { rows } = await (await atReviews(shop, app)).list(`?q=${narmada}`);
    expect(rows).toMatchObject([{ id, stars: 5, review: text, state: 'waiting', author: 'Nandini, Kochi' }]);
  });

  it('filters reviews by state and stars, and finds them by text and product', async ({ app, shop }) => {
    await exampleReview(shop, { approvedAt: shop.clock.now(), stars: 3 });
    await exampleReview(shop, { hiddenAt: shop.clock.now(), text: '100% bad words' });
    await exampleReview(shop);
    const { list } = await atReviews(shop, app);
    const found = async (query: string) =>
      (await list(`?q=${narmada}${query}`)).rows.map(({ state }) => state);
    expect(await found('&state=waiting')).toEqual(['waiting']);
    expect(await found('&state=hidden')).toEqual(['hidden']);
    expect(await found('&stars=3')).toEqual(['shown']);
    expect((await list('?q=100%25 bad')).rows).toHaveLength(1);
    expect((await list('?q=1_0%25 bad')).rows).toHaveLength(0);
  });

  it('lists each review once, page by page, even if several have the same time', async ({ app, shop }) => {
    for (let nth = 0; nth < 64; nth++) await exampleReview(shop);
    const { list } = await atReviews(shop, app);
    const rows = await rowsOfAllPages((after) => list(`?q=${narmada}&state=waiting&after=${after}`));
    const seen = rows.map(({ id }) => id);
    expect(seen).toHaveLength(64);
    expect(new Set(seen).size).toBe(64);
  });
});

describe('a staff decision on a review [F-140]', () => {
  it('shows an approved review on the home page and the product page [Q-043]', async ({ app, shop }) => {
    const id = await exampleReview(shop);
    const { decide } = await atReviews(shop, app);
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
    expect(await decide(id, { state: 'shown' })).toMatchObject({ state: 'shown' });
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([{ review: text, answer: null }]);
    const home = z.array(Review.strict()).parse(await (await app.request('/api/rating/')).json());
    expect(home[0]).toMatchObject({ review: text, proId: narmada });
  });

  it('hides a review on all pages but keeps its stars, and can approve it again', async ({ app, shop }) => {
    const id = await exampleReview(shop, { approvedAt: shop.clock.now() });
    const { decide } = await atReviews(shop, app);
    expect(await decide(id, { state: 'hidden' })).toMatchObject({ state: 'hidden' });
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
    // Hiding clears `approvedAt`, which the customer sees as the state of their own review.
    expect(await shop.db.select().from(reviews).where(eq(reviews.id, id))).toMatchObject([
      { approvedAt: null, stars: 5 },
    ]);
    await decide(id, { state: 'shown' });
    expect(await listReviews(shop, { proId: narmada })).toHaveLength(1);
  });

  it('shows a reply below the review, which staff can change and remove', async ({ app, shop }) => {
    const id = await exampleReview(shop, { approvedAt: shop.clock.now() });
    const { decide } = await atReviews(shop, app);
    expect(await decide(id, { reply: '  Thank you, Nandini. ' })).toMatchObject({
      state: 'shown',
      reply: 'Thank you, Nandini.',
    });
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([{ answer: 'Thank you, Nandini.' }]);
    await decide(id, { reply: '' });
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([{ answer: null }]);
  });

  it('does not publish a review when staff reply to it', async ({ app, shop }) => {
    const id = await exampleReview(shop);
    const { decide } = await atReviews(shop, app);
    expect(await decide(id, { reply: 'Thank you.' })).toMatchObject({ state: 'waiting' });
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
  });

  it('rejects an approval if the review’s text has changed since staff read it', async ({ app, shop }) => {
    const id = await exampleReview(shop, { text: 'Other words.' });
    const { put } = await atReviews(shop, app);
    const response = await put(id, { seenText: text, state: 'shown' });
    expect(await statusAndTitle(response)).toEqual([409, 'review-changed']);
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
  });

  it('responds 404 for a review that is unknown or has no text', async ({ app, shop }) => {
    const { put } = await atReviews(shop, app);
    const bare = await exampleReview(shop, { text: null });
    for (const id of [bare, '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11']) {
      const response = put(id, { seenText: text, state: 'shown' });
      expect(await statusAndTitle(response)).toEqual([404, 'no-such-review']);
    }
  });

  it('writes audit entries without the review’s text or names [F-139]', async ({ app, shop }) => {
    const id = await exampleReview(shop);
    const { decide } = await atReviews(shop, app);
    await decide(id, { state: 'shown' });
    await decide(id, { reply: 'Thank you, Nandini.' });
    await decide(id, { state: 'hidden' });
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id);
    expect(log).toMatchObject([
      { action: 'review.approve', subjectId: id, before: { state: 'waiting' }, after: { state: 'shown' } },
      { action: 'review.answer', before: { isAnswered: false }, after: { isAnswered: true } },
      { action: 'review.hide', before: { state: 'shown' }, after: { state: 'hidden' } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Nandini|Kochi|water/);
  });
});
