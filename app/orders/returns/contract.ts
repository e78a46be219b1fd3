import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

/**
 * The chosen units, one entry for each order line. `of` is a field of the API: the number of units that the page offered. If
 * this number has changed, the page is outdated, so a cancellation is rejected with NoSuchTransition (409), and a return with
 * NotReturnable (409).
 */
export type Selection = readonly { position: number; quantity: number; of?: number }[];

/**
 * A reason for a return. If `isClaim`, the shop is at fault, so the customer can give this reason even for an item that otherwise
 * cannot be returned.
 */
export const ReturnReason = z.object({ text: z.string(), isClaim: z.boolean() });

/** Items and their units. If undefined, all units that can be cancelled or returned are selected. */
export const ItemsInput = z
  .array(
    z.strictObject({
      line: z.number().int().min(0, 'This item is not in the order.'),
      qnty: z.number().int().min(1, 'Please choose at least one.'),
      /** Number of units that the page offered. If it has changed in the meantime, the request is rejected. */
      of: z.number().int().optional(),
    }),
  )
  .min(1, 'Please choose at least one item.')
  .max(500, 'The order has fewer items.')
  .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, 'An item is named twice.')
  .transform(
    (items): Selection =>
      items.map(({ line, qnty, of }) => ({
        position: line,
        quantity: qnty,
        ...(of !== undefined && { of }),
      })),
  )
  .optional();

/** An item of a return, with the merchant's decision about it. */
export const ReturnedItem = z.object({
  line: z.number().int(),
  productName: z.string(),
  sizeLabel: z.string().nullable(),
  qnty: z.number().int(),
  /** The merchant's decision; null before the decision. */
  approved: z.boolean().nullable(),
  /** True if the merchant took the units back. Null before the inspection. */
  accepted: z.boolean().nullable(),
});
export type ReturnedItem = z.infer<typeof ReturnedItem>;

/** A photograph of a return, with its signed path. */
export const ReturnPhoto = z.object({ id: z.string(), address: z.string() });
export type ReturnPhoto = z.infer<typeof ReturnPhoto>;

export const NoSuchPhoto = problem('no-such-photo', 404, 'This photograph is not there any more.');
export const TooManyPhotos = problem(
  'too-many-photos',
  409,
  'A return can have six photographs, and this one has them already.',
);
export const PhotosChanged = problem(
  'photos-changed',
  409,
  'One of the photographs is not there any more. Please remove it and add it again.',
);
export const PhotoTooLarge = problem(
  'too-large',
  413,
  'This photograph is larger than 10 MB. Please choose a smaller one.',
);

/** Ids of the uploaded photographs to add to the return. */
const photos = z.array(z.uuid()).max(6, 'A return can have six photographs.').default([]);

/** A customer's request to return items of an order, with the merchant's decision. */
export const ReturnRequest = z.object({
  id: z.string(),
  reason: z.string(),
  note: z.string(),
  requestedAt: z.string(),
  items: z.array(ReturnedItem),
  /** Photographs of the return. The customer sees them until the decision, staff also after the decision. */
  photos: z.array(ReturnPhoto),
  /** True if at least one item was approved; null before the merchant's decision. */
  approved: z.boolean().nullable(),
  decision: z.string().nullable(),
  /** The question that the merchant asked before the decision, and the customer's reply. */
  question: z.string().nullable(),
  answer: z.string().nullable(),
  inspected: z.boolean(),
  /** False after all items were declined, or after the returned units were inspected. */
  isOpen: z.boolean(),
});
export type ReturnRequest = z.infer<typeof ReturnRequest>;

/** The items to return, the reason and a note. All fields are optional, as specified. */
export const ReturnInput = z
  .object({
    items: ItemsInput,
    reason: z.string().trim().max(120, 'Please use at most 120 characters.').default(''),
    note: z.string().trim().max(1000, 'Please use at most 1,000 characters.').default(''),
    photos,
  })
  .openapi('ReturnInput');
export type ReturnInput = z.infer<typeof ReturnInput>;

/** The customer's reply to the merchant's question about a return. */
export const ReturnAnswer = z
  .strictObject({
    answer: z
      .string()
      .trim()
      .min(1, 'Please write an answer.')
      .max(1000, 'Please use at most 1,000 characters.'),
    photos,
  })
  .openapi('ReturnAnswer');
