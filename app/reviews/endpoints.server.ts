import { createRoute, z } from '@hono/zod-openapi';
import { forSignedIn, notSignedInResponse } from '../customers/signed-in.server.ts';
import { createRouter, errorResponses, ProblemAnswer, respond } from '../foundation/http/http.server.ts';
import { OwnRating, RatingInput, RatingSaved, Ratings, Review } from './contract.ts';
import { listRatingsOfCustomer, rateProduct } from './own-ratings.server.ts';
import { listReviews, readRatings } from './reviews.server.ts';

const tags = ['Reviews'];

/** How many reviews the home page shows. */
const shown = 20;

const params = z.object({ id: z.string().min(1).max(64) });

export const reviews = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/rating/',
      tags,
      summary: 'The newest approved reviews with words',
      responses: { 200: respond('Reviews, newest first', z.array(Review)) },
    }),
    async (c) => c.json(await listReviews(c.get('shop'), shown), 200),
  )
  .openapi(
    // Before `rating/{id}`, which would take it for a piece.
    createRoute({
      method: 'get',
      path: '/rating/mine',
      tags,
      summary: 'What the shopper has rated',
      ...forSignedIn,
      responses: {
        200: respond('Their ratings, newest first', z.array(OwnRating)),
        ...notSignedInResponse,
      },
    }),
    async (c) => c.json(await listRatingsOfCustomer(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/rating/add/{id}',
      tags,
      summary: 'Rate a piece that one has received',
      description:
        'One rating for each shopper and piece: another one takes its place. The stars count at once; a `review` shows when the owner has read it.',
      ...forSignedIn,
      request: {
        params,
        body: { required: true, content: { 'application/json': { schema: RatingInput } } },
      },
      responses: {
        200: respond('It is saved.', RatingSaved),
        ...notSignedInResponse,
        400: errorResponses[400],
        403: {
          description: 'They have not received the piece.',
          content: { 'application/problem+json': { schema: ProblemAnswer } },
        },
        404: errorResponses[404],
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const rating = await rateProduct(c.get('shop'), c.get('visitor').id, id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Thank you. Your rating is saved.', rating }, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/rating/{id}',
      tags,
      summary: 'All stars given to one piece',
      request: { params },
      responses: { 200: respond('The stars', Ratings), 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => c.json(await readRatings(c.get('shop'), c.req.valid('param').id), 200),
  );
