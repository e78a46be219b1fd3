import { z } from '@hono/zod-openapi';
import { Picture } from '../catalogue/contract.ts';

/** A review with words, as the home page and the piece's page show it. */
export const Review = z
  .object({
    _id: z.string(),
    stars: z.number().int().min(1).max(5),
    review: z.string(),
    productName: z.string(),
    catName: z.string(),
    proId: z.string(),
    url: z.string(),
    product: z.object({ img1: z.string().nullable(), picture: Picture.nullable() }),
    user: z.object({ firstName: z.string(), city: z.string() }),
    createdAt: z.string(),
  })
  .openapi('Review');
export type Review = z.infer<typeof Review>;

/** All stars given to one piece. `userId` is a random id that says nothing about the person. */
export const Ratings = z
  .object({ ratings: z.array(z.object({ userId: z.string(), stars: z.number().int().min(1).max(5) })) })
  .openapi('Ratings');
export type Ratings = z.infer<typeof Ratings>;
