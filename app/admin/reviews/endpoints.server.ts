import { z } from '@hono/zod-openapi';
import { router } from '../../foundation/http/endpoint.server.ts';
import {
  AdminReview,
  NoSuchReview,
  ReviewChanged,
  ReviewDecision,
  TextState,
} from '../../reviews/contract.ts';
import { decideReview, listReviewTexts, readReviewText } from '../../reviews/moderate.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { ListQuery, listOf, listRows } from '../layout/contract.ts';
import { staffRead } from '../sign-in/staff-access.server.ts';

const notStars = 'Stars are a whole number from 1 to 5.';
const stars = z.string(notStars).regex(/^[1-5]?$/, notStars);

export const adminReviewEndpoints = router('Admin: reviews', [
  staffRead({
    id: 'listReviewTexts',
    path: '/admin/reviews',
    summary: 'List the reviews that have a text, newest first',
    query: ListQuery.extend({ state: TextState.optional(), stars: stars.optional() }),
    response: listOf(AdminReview).openapi('AdminReviews'),
    run: ({ shop, query: { stars, ...query } }) =>
      listReviewTexts(shop, { ...query, stars: stars ? Number(stars) : undefined, limit: listRows }),
  }),
  staffAction({
    id: 'moderateReview',
    method: 'put',
    path: '/admin/reviews/{id}',
    audit: ({ body }) => actionOf(body),
    summary: 'Approve, hide or answer a review’s text',
    params: z.object({ id: z.uuid('This review does not exist.') }),
    body: ReviewDecision,
    response: AdminReview,
    problems: [NoSuchReview, ReviewChanged],
    run: async (tx, { params: { id }, body }) => ({
      ...(await decideReview(tx, id, body)),
      result: await readReviewText(tx, id),
    }),
  }),
]);

function actionOf({ state, reply }: ReviewDecision): string {
  if (reply !== undefined) return 'review.answer';
  return state === 'hidden' ? 'review.hide' : 'review.approve';
}
