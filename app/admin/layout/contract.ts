import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

const notText = 'Please write this as text.';

/**
 * What every list of the back office can be asked for; a list adds its own filters:
 * `OrdersQuery = ListQuery.extend({ state: z.enum([…]).optional() })`.
 */
export const ListQuery = z.strictObject({
  /** What is searched for. */
  q: z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', ''))
    .trim()
    .max(100, 'Please search for fewer words.')
    .default(''),
  /** A column's name, with `-` in front for the other way round. Empty for the list's own order. */
  sort: z
    .string(notText)
    .regex(/^-?[a-z]{0,30}$/i, 'The list has no such order.')
    .default(''),
  /** `next` of the answer before. */
  after: z.string(notText).max(200, 'This is no place in a list.').default(''),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** How many rows one answer has. */
export const listRows = 30;

/** A part of a list: `listOf(OrderRow)`. `next` asks for what follows, `null` at its end. */
export function listOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), next: z.string().nullable() });
}

/** Somebody else has changed it meanwhile: for what carries a `version`. */
export const ChangedSinceRead = problem(
  'changed-meanwhile',
  409,
  'Somebody else has changed this meanwhile. Please look at it again before you save.',
);
