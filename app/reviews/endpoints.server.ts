import { z } from '@hono/zod-openapi';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { shopper } from '../customers/signed-in.server.ts';
import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { NotABuyer, OwnRating, RatingInput, RatingSaved, Ratings, Review } from './contract.ts';
import { listRatingsOfCustomer, rateProduct } from './customer-ratings.server.ts';
import { listReviews, readRatings } from './reviews.server.ts';

const maxReviews = 20;

const params = z.object({ id: z.string().min(1).max(64) });

export const reviewEndpoints = router('Reviews', [
  endpoint({
    id: 'listReviews',
    method: 'get',
    path: '/rating/',
    summary: 'List the newest approved reviews that have a text',
    access: anyone,
    response: z.array(Review),
    run: ({ shop }) => listReviews(shop, { limit: maxReviews }),
  }),
  // Register this route before `/rating/{id}`, which also matches this path.
  endpoint({
    id: 'listOwnRatings',
    method: 'get',
    path: '/rating/mine',
    summary: 'List the ratings of the shopper, newest first',
    access: shopper,
    response: z.array(OwnRating),
    run: ({ shop, customer }) => listRatingsOfCustomer(shop, customer.id),
  }),
  endpoint({
    id: 'rateProduct',
    method: 'post',
    path: '/rating/add/{id}',
    summary: 'Rate a product that the shopper has received',
    description:
      'Replaces the shopper’s earlier rating of the product. The stars count at once; a `review` is shown after the owner has approved it.',
    access: shopper,
    params,
    body: RatingInput,
    response: RatingSaved,
    problems: [NotABuyer, NoSuchProduct],
    async run({ shop, customer, params, body }) {
      const rating = await rateProduct(shop, customer.id, params.id, body);
      return { success: true as const, message: 'Thank you. Your rating is saved.', rating };
    },
  }),
  endpoint({
    id: 'getRatings',
    method: 'get',
    path: '/rating/{id}',
    summary: 'Read the ratings of a product',
    access: anyone,
    params,
    response: Ratings,
    problems: [NoSuchProduct],
    run: ({ shop, params }) => readRatings(shop, params.id),
  }),
]);
