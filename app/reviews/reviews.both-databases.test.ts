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
    productId: 'TB-SAR-009',
    stars: 4,
    text: 'It falls like water.',
    firstName: 'Nandini',
    city: 'Kochi',
    approvedAt: today,
    createdAt: today,
    ...changes,
  };
}

describe('rating/', () => {
  it('returns reviews with only the fields of the contract [S-API-35 S-DATA-08]', async ({ app }) => {
    const reviews = await readReviews(app);
    expect(reviews).toHaveLength(20);
    expect(reviews.find(({ proId }) => proId === 'TB-SAR-001')).toMatchObject({
      stars: 5,
      productName: 'Gulnar Banarasi Katan Silk Saree',
      catName: 'Sarees',
      product: { img1: 'tb-sar-001-1.jpg' },
      user: { firstName: 'Ananya', city: 'Pune' },
    });
  });

  it('lists the newest reviews first [S-API-35]', async ({ app }) => {
    const dates = (await readReviews(app)).map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('omits texts that the owner has not approved [S-API-35 Q-043]', async ({ app, shop }) => {
    await insertReviews(shop, [review({ approvedAt: null })]);
    expect((await readReviews(app)).map(({ proId }) => proId)).not.toContain('TB-SAR-009');
    expect(await listReviews(shop, { proId: 'TB-SAR-009' })).toEqual([]);
  });

  it('omits ratings without a text [S-API-35]', async ({ app, shop }) => {
    await insertReviews(shop, [review({ text: null })]);
    expect((await readReviews(app)).map(({ proId }) => proId)).not.toContain('TB-SAR-009');
  });

  it('omits the reviews of an archived product [S-API-35]', async ({ app, shop }) => {
    await shop.db.execute("update products set published = false where id = 'TB-SAR-001'");
    expect((await readReviews(app)).map(({ proId }) => proId)).not.toContain('TB-SAR-001');
  });
});

describe('rating/{id}', () => {
  it('returns the stars of all customers [S-API-36 S-DATA-09]', async ({ app, shop }) => {
    await insertReviews(shop, [review({ stars: 4 }), review({ stars: 2, text: null, approvedAt: null })]);
    const stars = await readStars(app, 'TB-SAR-009');
    expect(stars.map((rating) => rating.stars).toSorted()).toEqual([2, 4]);
    expect(new Set(stars.map(({ userId }) => userId)).size).toBe(2);
  });

  it('finds the product by its number, ignoring case [S-API-36]', async ({ app }) => {
    expect(await readStars(app, 'tb-sar-001')).toEqual(await readStars(app, 'TB-SAR-001'));
  });

  it('returns an empty list for a product without ratings [S-API-36]', async ({ app }) => {
    expect(await readStars(app, 'TB-SAR-009')).toEqual([]);
  });

  it.for(['TB-SAR-999', '%20'])('responds 404 for the unknown product %s [S-API-36]', async (id, { app }) => {
    expect(await statusAndTitle(app.request(`/api/rating/${id}`))).toEqual([404, 'no-such-product']);
  });

  it.for(['T'.repeat(65), '%00'])('rejects an invalid product number: %s [S-API-36]', async (id, { app }) => {
    expect(await statusAndTitle(app.request(`/api/rating/${id}`))).toEqual([400, 'bad-input']);
  });
});

describe('the average rating of a product', () => {
  it('includes all concurrent ratings of the same products [S-RATE-11]', async ({ ownShop }) => {
    const two = [
      review({ productId: 'TB-SAR-009', stars: 2 }),
      review({ productId: 'TB-COR-004', stars: 5 }),
    ];
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

  it.for([0, 6])('cannot include %i stars in the database [S-CONST-08]', async (stars, { shop }) => {
    const inserted = inTransaction(shop, (tx) => insertReviews(tx, [review({ stars })]));
    await expect(inserted).rejects.toThrow();
  });
});
