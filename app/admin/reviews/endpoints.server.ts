import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { decideReview, listReviewTexts, readReviewText } from '../../reviews/moderate.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import { listRows } from '../layout/contract.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { AdminReview, AdminReviews, ReviewDecision, ReviewsQuery } from './contract.ts';

const tags = ['Back office: reviews'];
const { 400: notRight, 404: notThere } = errorResponses;

/** The words of reviews. */
export const reviewEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/reviews',
      tags,
      summary: 'Reviews with words, the newest first',
      ...forStaff,
      request: { query: ReviewsQuery },
      responses: { 200: respond('The reviews', AdminReviews), 400: notRight, ...staffErrorResponses },
    }),
    async (c) => {
      const { stars, ...asked } = c.req.valid('query');
      const wanted = { ...asked, stars: stars ? Number(stars) : undefined, limit: listRows };
      return c.json(await listReviewTexts(c.get('shop'), wanted), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/reviews/{id}',
      tags,
      summary: 'Shows or hides the words, or answers them',
      ...forStaff,
      request: {
        params: z.object({ id: z.uuid('There is no such review.') }),
        body: { required: true, content: { 'application/json': { schema: ReviewDecision } } },
      },
      responses: {
        200: respond('The review as it is now', AdminReview),
        400: notRight,
        404: notThere,
        409: { ...notRight, description: 'The words are others by now.' },
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      const action = { action: actionOf(decision), subject: { kind: 'review', id } };
      const decided = await audited(c.get('shop'), c.get('staff'), action, async (tx) => ({
        ...(await decideReview(tx, id, decision)),
        answer: await readReviewText(tx, id),
      }));
      return c.json(decided, 200);
    },
  );

function actionOf({ state, answer: text }: ReviewDecision): string {
  if (text !== undefined) return 'review.answer';
  return state === 'hidden' ? 'review.hide' : 'review.approve';
}
