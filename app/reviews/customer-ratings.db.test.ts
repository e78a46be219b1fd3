import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { insertPastOrder } from '../../seeds/seed-orders.server.ts';
import { type App, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { readProduct } from '../catalogue/catalogue.server.ts';
import { deleteAccount } from '../customers/profile/profile.server.ts';
import type { OrderState } from '../orders/contract.ts';
import { OwnRating, RatingSaved } from './contract.ts';
import { rateProduct } from './customer-ratings.server.ts';
import { listReviews, readRatings } from './reviews.server.ts';
import { reviews } from './tables.server.ts';

/** A product without ratings. */
const narmada = 'TB-SAR-009';

const untilDelivered: OrderState[] = ['packed', 'shipped', 'delivered'];

/**
 * Signs in a customer with an order of Narmada that has passed through these states. Returns functions that send the customer's
 * requests.
 */
async function createBuyer(
  shop: TestShop,
  app: App,
  { name = 'asha', states = untilDelivered, city = 'Jaipur' } = {},
) {
  const email = `${name}@example.in`;
  const { id, headers } = await signInAs(shop, email);
  await insertPastOrder(shop, {
    email,
    method: 'COD',
    shipTo: { ...validDeliveryForm, email, firstName: name === 'asha' ? 'Asha' : 'Bina', city },
    lines: [{ proId: narmada }],
    daysAgo: 9,
    steps: states.map((state, nth) => ({ state, daysAgo: 8 - nth / 2 })),
  });
  const rate = (body: unknown, product = narmada) =>
    app.request(`/api/rating/add/${product}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    id,
    rate,
    rated: async (body: unknown) => (await readAs(RatingSaved.strict(), rate(body))).rating,
    mine: () => readAs(z.array(OwnRating.strict()), app.request('/api/rating/mine', { headers })),
  };
}

/** The customer Asha, who has received Narmada. */
const it = base.extend('asha', ({ app, shop }) => createBuyer(shop, app));

async function approve(shop: TestShop, customerId: string) {
  await shop.db
    .update(reviews)
    .set({ approvedAt: shop.clock.now(), reply: 'Thank you.' })
    .where(eq(reviews.customerId, customerId));
}

describe('POST rating/add/{id}', () => {
  it('replaces the customer’s earlier stars, and updates the product’s rating at once [S-API-37 S-DATA-22 S-RATE-01 Q-088]', async ({
    asha,
    shop,
  }) => {
    expect(await asha.rated({ stars: 4 })).toEqual({ proId: narmada, stars: 4, review: '', approved: false });
    expect(await readProduct(shop, narmada)).toMatchObject({ rating: 4, ratings: 1 });
    expect((await asha.rate({ stars: 5 }, narmada.toLowerCase())).status).toBe(200);
    expect(await asha.mine()).toMatchObject([{ proId: narmada, stars: 5 }]);
    expect(await readProduct(shop, narmada)).toMatchObject({ rating: 5, ratings: 1 });
  });

  it('rejects invalid stars and texts over 1,000 characters [S-RATE-10 S-CONST-08]', async ({ asha }) => {
    const bodies = [0, 6, 2.5, '4', null].map((stars): object => ({ stars }));
    for (const body of [...bodies, { stars: 5, review: 'x'.repeat(1001) }])
      expect(await statusAndTitle(asha.rate(body))).toEqual([400, 'bad-input']);
    expect(await asha.mine()).toEqual([]);
    expect((await asha.rate({ stars: 5, review: 'x'.repeat(1000) })).status).toBe(200);
  });

  it('counts only one rating per buyer if two buyers send twelve ratings at the same time [S-API-37]', async ({
    ownShop,
  }) => {
    const app = { request: () => new Response() };
    const buyers = await Promise.all(['asha', 'bina'].map((name) => createBuyer(ownShop, app, { name })));
    const ratingsSent = Array.from({ length: 12 }, (_, nth) => {
      const id = buyers[nth % 2]?.id ?? '';
      return rateProduct(ownShop, id, narmada, { stars: (nth % 5) + 1, review: `Press ${nth}` });
    });
    await Promise.all(ratingsSent);
    const { ratings } = await readRatings(ownShop, narmada);
    expect(ratings).toHaveLength(2);
    const sum = ratings.reduce((stars, rating) => stars + rating.stars, 0);
    expect(await readProduct(ownShop, narmada)).toMatchObject({
      rating: Math.round((sum / 2) * 2) / 2,
      ratings: 2,
    });
  });
});

describe('the right to rate', () => {
  const after: OrderState[] = ['return_requested', 'return_approved', 'returned', 'refunded'];
  it.for<[states: OrderState[], status: number]>([
    ...([[], ['packed'], ['packed', 'shipped'], ['cancelled']] satisfies OrderState[][]).map(
      (states): [OrderState[], number] => [states, 403],
    ),
    [['packed', 'shipped', 'rto', 'returned_to_seller', 'refunded'], 403],
    ...after.map((_, nth): [OrderState[], number] => [[...untilDelivered, ...after.slice(0, nth + 1)], 200]),
  ])(
    'is denied until the order is delivered, and kept after a return: states %j, response %i [S-API-37 Q-132 S-ODT-17]',
    async ([states, status], { app, shop }) => {
      const asha = await createBuyer(shop, app, { states });
      expect((await asha.rate({ stars: 2 })).status).toBe(status);
      const rating = status === 200 ? { rating: 2, ratings: 1 } : { rating: null, ratings: 0 };
      expect(await readProduct(shop, narmada)).toMatchObject(rating);
    },
  );

  it('is denied for another customer’s order, and for a product that was not ordered [S-API-37 Q-132]', async ({
    app,
    asha,
    shop,
  }) => {
    const { headers } = await signInAs(shop, 'cara@example.in');
    const init = { method: 'POST', headers, body: '{"stars":1}' };
    const rating = app.request(`/api/rating/add/${narmada}`, init);
    expect(await statusAndTitle(rating)).toEqual([403, 'not-a-buyer']);
    expect(await statusAndTitle(asha.rate({ stars: 1 }, 'TB-SAR-001'))).toEqual([403, 'not-a-buyer']);
    expect(await statusAndTitle(asha.rate({ stars: 1 }, 'TB-SAR-999'))).toEqual([404, 'no-such-product']);
  });

  it('is kept by buyers after the product is archived [S-API-37]', async ({ app, asha, shop }) => {
    const bina = await createBuyer(shop, app, { name: 'bina', states: [] });
    await shop.db.execute(`update products set published = false where id = '${narmada}'`);
    expect((await asha.rate({ stars: 5 })).status).toBe(200);
    expect(await statusAndTitle(bina.rate({ stars: 5 }))).toEqual([404, 'no-such-product']);
  });
});

describe('the text of a rating', () => {
  it('is shown only after its approval, with the customer’s first name and city [S-DATA-08 Q-043]', async ({
    asha,
    shop,
  }) => {
    await asha.rated({ stars: 5, review: '  It falls like water.\0 ' });
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
    await approve(shop, asha.id);
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([
      { review: 'It falls like water.', user: { firstName: 'Asha', city: 'Jaipur' } },
    ]);
    expect(await asha.mine()).toMatchObject([{ review: 'It falls like water.', approved: true }]);
  });

  it('needs a new approval only after a change, and can be removed [Q-043]', async ({ asha, shop }) => {
    const review = 'It falls like water.';
    await asha.rated({ stars: 5, review });
    await approve(shop, asha.id);
    expect(await asha.rated({ stars: 4 })).toMatchObject({ stars: 4, review, approved: true });
    expect(await asha.rated({ stars: 3, review })).toMatchObject({ review, approved: true });
    expect(await asha.rated({ stars: 5, review: 'It falls.' })).toMatchObject({ approved: false });
    const [stored] = await shop.db.select().from(reviews).where(eq(reviews.customerId, asha.id));
    expect(stored).toMatchObject({ text: 'It falls.', reply: null });
    await approve(shop, asha.id);
    expect(await asha.rated({ stars: 5, review: '' })).toMatchObject({ review: '', approved: false });
    expect(await listReviews(shop, { proId: narmada })).toEqual([]);
  });
});

describe('the author of a rating', () => {
  it('can list only their own ratings [S-DATA-09 S-RATE-09 Q-042]', async ({ app, asha, shop }) => {
    const bina = await createBuyer(shop, app, { name: 'bina' });
    await asha.rated({ stars: 3 });
    expect(await bina.mine()).toEqual([]);
    expect(await asha.mine()).toEqual([{ proId: narmada, stars: 3, review: '', approved: false }]);
    await bina.rated({ stars: 4 });
    const ids = (await readRatings(shop, narmada)).ratings.map(({ userId }) => userId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      expect(z.uuid().safeParse(id).success).toBe(true);
      expect([asha.id, bina.id]).not.toContain(id);
    }
  });

  it('is anonymous after the account is deleted, but the stars are kept [Q-042]', async ({ asha, shop }) => {
    await asha.rated({ stars: 5, review: 'It falls like water.' });
    await approve(shop, asha.id);
    await deleteAccount(shop, asha.id);
    expect(await listReviews(shop, { proId: narmada })).toMatchObject([
      { stars: 5, user: { firstName: 'A buyer', city: '' } },
    ]);
    expect(await readProduct(shop, narmada)).toMatchObject({ rating: 5, ratings: 1 });
    const stored = await shop.db.select().from(reviews).where(eq(reviews.productId, narmada));
    expect(JSON.stringify(stored)).not.toMatch(/Asha|Jaipur/);
  });
});
