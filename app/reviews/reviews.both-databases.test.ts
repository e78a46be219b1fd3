import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readProduct } from '../catalogue/catalogue.server.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { Ratings, Review } from './contract.ts';
import { insertReviews, listReviews, type NewReview, readRatings } from './reviews.server.ts';

const readReviews = (app: App) => readAs(z.array(Review.strict()), app.request('/api/rating/'));

const readStars = async (app: App, id: string) =>
  (await readAs(Ratings.strict(), app.request(`/api/rating/${id}`))).ratings;

const today = new Date('2026-11-21T06:00:00Z');

function review(changes: Partial<NewReview>): NewReview {
  return {
    ...{
      productId: 'TB-SAR-009',
      stars: 4,
      text: 'It falls like water.',
      firstName: 'Nandini',
      city: 'Kochi',
    },
    ...{ approvedAt: today, createdAt: today, ...changes },
  };
}

describe('GET rating/', () => {
  it('returns reviews with only the contract’s fields [S-API-35 S-DATA-08]', async ({ app }) => {
    const reviews = await readReviews(app);
    expect(reviews).toHaveLength(20);
    expect(reviews.find(({ proId }) => proId === 'TB-SAR-001')).toMatchObject({
      ...{ stars: 5, productName: 'Gulnar Banarasi Katan Silk Saree', catName: 'Sarees' },
      ...{ product: { img1: 'tb-sar-001-1.jpg' }, user: { firstName: 'Ananya', city: 'Pune' } },
    });
    const dates = reviews.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('omits reviews without a text or an approval, and reviews of archived products [S-API-35 Q-043]', async ({
    app,
    shop,
  }) => {
    await insertReviews(shop, [review({ approvedAt: null }), review({ text: null })]);
    await shop.db.execute("update products set published = false where id = 'TB-SAR-001'");
    const numbers = (await readReviews(app)).map(({ proId }) => proId);
    for (const omitted of ['TB-SAR-009', 'TB-SAR-001']) expect(numbers).not.toContain(omitted);
    expect(await listReviews(shop, { proId: 'TB-SAR-009' })).toEqual([]);
  });
});

describe('GET rating/{id}', () => {
  it('returns the stars that all customers have given to a product [S-API-36 S-DATA-09]', async ({
    app,
    shop,
  }) => {
    expect(await readStars(app, 'TB-SAR-009')).toEqual([]);
    await insertReviews(shop, [review({ stars: 4 }), review({ stars: 2, text: null, approvedAt: null })]);
    const stars = await readStars(app, 'tb-sar-009');
    expect(stars.map((rating) => rating.stars).toSorted()).toEqual([2, 4]);
    expect(new Set(stars.map(({ userId }) => userId)).size).toBe(2);
  });

  it('rejects an unknown or invalid product number [S-API-36]', async ({ app }) => {
    const problem = (id: string) => statusAndTitle(app.request(`/api/rating/${id}`));
    for (const id of ['TB-SAR-999', '%20']) expect(await problem(id)).toEqual([404, 'no-such-product']);
    for (const id of ['T'.repeat(65), '%00']) expect(await problem(id)).toEqual([400, 'bad-input']);
  });
});

describe('the average rating of a product', () => {
  it('includes every rating if many are stored at the same time [S-RATE-11]', async ({ ownShop }) => {
    const two = [review({ stars: 2 }), review({ productId: 'TB-COR-004', stars: 5 })];
    const inserts = Array.from({ length: 16 }, (_, nth) =>
      insertReviews(ownShop, nth % 2 === 0 ? two : two.toReversed()),
    );
    await Promise.all(inserts);
    expect(await readProduct(ownShop, 'TB-SAR-009')).toMatchObject({ rating: 2, ratings: 16 });
    const { ratings } = await readRatings(ownShop, 'TB-COR-004');
    const sum = ratings.reduce((stars, rating) => stars + rating.stars, 0);
    expect(await readProduct(ownShop, 'TB-COR-004')).toMatchObject({
      rating: Math.round((sum / ratings.length) * 2) / 2,
      ratings: ratings.length,
    });
  });

  it('is updated only for the reviewed products [S-RATE-11]', async ({ shop }) => {
    await shop.db.execute("update products set rating_sum = 7, rating_count = 2 where id = 'TB-SAR-001'");
    await insertReviews(shop, [review({ stars: 1 })]);
    expect(await readProduct(shop, 'TB-SAR-001')).toMatchObject({ rating: 3.5, ratings: 2 });
  });

  it('never includes 0 or 6 stars, because the database rejects them [S-CONST-08]', async ({ shop }) => {
    for (const stars of [0, 6])
      await expect(inTransaction(shop, (tx) => insertReviews(tx, [review({ stars })]))).rejects.toThrow();
  });
});
