import { z } from '@hono/zod-openapi';
import { ProductImage } from '../catalogue/contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { withoutNul } from '../foundation/text-contract.ts';

/** A review with a text, as customers see it. */
export const Review = z
  .object({
    _id: z.string(),
    stars: z.number().int().min(1).max(5),
    review: z.string(),
    productName: z.string(),
    catName: z.string(),
    proId: z.string(),
    url: z.string(),
    product: z.object({ img1: z.string().nullable(), picture: ProductImage.nullable() }),
    user: z.object({ firstName: z.string(), city: z.string() }),
    /** The shop's public reply. */
    answer: z.string().nullable(),
    createdAt: z.string(),
  })
  .openapi('Review');
export type Review = z.infer<typeof Review>;

/** All ratings of a product. `userId` is a pseudonymous id. */
export const Ratings = z
  .object({ ratings: z.array(z.object({ userId: z.string(), stars: z.number().int().min(1).max(5) })) })
  .openapi('Ratings');
export type Ratings = z.infer<typeof Ratings>;

const notStars = 'Stars are a whole number from 1 to 5.';
const tooLong = 'Please use at most 1,000 characters.';

/** A rating by a buyer of the product. Without `review`, the previous text is kept. An empty `review` removes the text. */
export const RatingInput = z
  .object({
    stars: z.number(notStars).int(notStars).min(1, notStars).max(5, notStars),
    review: z.string().overwrite(withoutNul).trim().max(1000, tooLong).optional(),
  })
  .openapi('RatingInput');
export type RatingInput = z.infer<typeof RatingInput>;

/** A rating in the list of the customer's own ratings. */
export const OwnRating = z
  .object({
    proId: z.string(),
    stars: z.number().int().min(1).max(5),
    /** The text. Empty if there is none. */
    review: z.string(),
    /** True if customers see the text. The stars count in both cases. */
    approved: z.boolean(),
  })
  .openapi('OwnRating');
export type OwnRating = z.infer<typeof OwnRating>;

/** A rating on the staff's page about a customer. `review` and `reply` are empty if there is none. */
export const CustomerRating = z.object({
  id: z.string(),
  proId: z.string(),
  productName: z.string(),
  stars: z.number().int(),
  review: z.string(),
  reply: z.string(),
  createdAt: z.string(),
});
export type CustomerRating = z.infer<typeof CustomerRating>;

export const RatingSaved = z
  .object({ success: z.literal(true), message: z.string(), rating: OwnRating })
  .openapi('RatingSaved');
export type RatingSaved = z.infer<typeof RatingSaved>;

/** `waiting` means that the staff have neither approved nor hidden the text. The stars count in every state. */
export const TextState = z.enum(
  ['waiting', 'shown', 'hidden'],
  'The text of a review is waiting, shown or hidden.',
);
export type TextState = z.infer<typeof TextState>;

/** A review with a text, as the staff see it. */
export const AdminReview = z
  .object({
    id: z.string(),
    stars: z.number().int().min(1).max(5),
    review: z.string(),
    /** The shop's public reply. Empty if there is none. */
    reply: z.string(),
    state: TextState,
    /** First name and city, shown with the text. */
    author: z.string(),
    /** The account of the reviewer. Null if the account was deleted, and for reviews of the seed. */
    customerId: z.string().nullable(),
    proId: z.string(),
    productName: z.string(),
    url: z.string(),
    createdAt: z.string(),
  })
  .openapi('AdminReview');
export type AdminReview = z.infer<typeof AdminReview>;

/** A change of a review by the staff. Omitted fields do not change. */
export const ReviewDecision = z
  .strictObject({
    /** The text that the staff member has read. The change is rejected if the stored text differs. */
    seenText: z.string('Please send the text that you have read.').max(4000, 'No review is that long.'),
    state: z.enum(['shown', 'hidden'], 'A text can be shown or hidden.').optional(),
    /** The reply. An empty text removes it. */
    reply: z.string('Please write this as text.').overwrite(withoutNul).trim().max(1000, tooLong).optional(),
  })
  .refine(({ state, reply }) => state !== undefined || reply !== undefined, 'Please choose what to do.')
  .openapi('ReviewDecision');
export type ReviewDecision = z.infer<typeof ReviewDecision>;

export const NotABuyer = problem(
  'not-a-buyer',
  403,
  'Only those who received a piece can rate it. You can, once it has been delivered to you.',
);

export const NoSuchReview = problem('no-such-review', 404, 'This review does not exist.');
/** The customer or another staff member has changed the review since the client read it. */
export const ReviewChanged = problem(
  'review-changed',
  409,
  'This review has changed in the meantime. Please read it again before you decide.',
);
