import { z } from '@hono/zod-openapi';
import { ListQuery, listOf } from '../layout/contract.ts';

export const textStates = ['waiting', 'shown', 'hidden'] as const;

export const ReviewsQuery = ListQuery.extend({
  state: z.enum(textStates, 'The words of a review wait, are shown, or are hidden.').optional(),
  stars: z
    .string('Stars are a whole number from 1 to 5.')
    .regex(/^[1-5]?$/, 'Stars are a whole number from 1 to 5.')
    .optional(),
});

export const AdminReview = z
  .object({
    id: z.string(),
    stars: z.number().int().min(1).max(5),
    review: z.string(),
    /** What the shop says below the words; empty where it says nothing. */
    reply: z.string(),
    /** Words wait until somebody has read them. The stars count at once, and whatever is decided. */
    state: z.enum(textStates),
    /** First name and city, as they stand beside the words. */
    author: z.string(),
    /** Their account, if they have one. */
    customerId: z.string().nullable(),
    proId: z.string(),
    productName: z.string(),
    url: z.string(),
    createdAt: z.string(),
  })
  .openapi('AdminReview');
export type AdminReview = z.infer<typeof AdminReview>;

export const AdminReviews = listOf(AdminReview).openapi('AdminReviews');

/** What is decided; what is left out stays. */
export const ReviewDecision = z
  .strictObject({
    /** The words that were read: if they are others by now, nothing is decided. */
    seenText: z.string('Please say which words you have read.').max(4000, 'No review is that long.'),
    state: z.enum(['shown', 'hidden'], 'Words are shown or hidden.').optional(),
    /** Empty to take an answer back. */
    reply: z
      .string('Please write this as text.')
      .overwrite((value) => value.replaceAll('\0', ''))
      .trim()
      .max(1000, 'Please use at most 1,000 characters.')
      .optional(),
  })
  .refine(({ state, reply }) => state !== undefined || reply !== undefined, 'Please decide something.')
  .openapi('ReviewDecision');
export type ReviewDecision = z.infer<typeof ReviewDecision>;
