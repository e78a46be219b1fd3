import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, room } from '../foundation/http.server.ts';
import { Ratings, Review } from './contract.ts';
import { listReviews, readRatings } from './reviews.server.ts';

const tags = ['Reviews'];

/** How many reviews the home page shows. */
const shown = 20;

export const reviews = room()
  .openapi(
    createRoute({
      method: 'get',
      path: '/rating/',
      tags,
      summary: 'The newest approved reviews with words',
      responses: { 200: answer('Reviews, newest first', z.array(Review)) },
    }),
    async (c) => c.json(await listReviews(c.get('shop'), shown), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/rating/{id}',
      tags,
      summary: 'All stars given to one piece',
      request: { params: z.object({ id: z.string().min(1).max(64) }) },
      responses: { 200: answer('The stars', Ratings), 400: refusals[400], 404: refusals[404] },
    }),
    async (c) => c.json(await readRatings(c.get('shop'), c.req.valid('param').id), 200),
  );
