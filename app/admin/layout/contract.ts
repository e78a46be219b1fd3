import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

const notText = 'Please write this as text.';

/** Query of every list. A list adds its filters: `ListQuery.extend({ state: z.enum([…]).optional() })`. */
export const ListQuery = z.strictObject({
  /** Search text. */
  q: z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', ''))
    .trim()
    .max(100, 'Please search for fewer words.')
    .default(''),
  /** A column's name, with `-` in front if descending. Empty for the list's own order. */
  sort: z
    .string(notText)
    .regex(/^-?[a-z]{0,30}$/i, 'The list has no such order.')
    .default(''),
  /** `next` of the previous response. */
  after: z.string(notText).max(200, 'This is no place in a list.').default(''),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Rows per response. */
export const listRows = 30;

/** Creates the schema of a page of a list. `next` is the `after` of the following page, null on the last. */
export function listOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), next: z.string().nullable() });
}

export const ChangedSinceRead = problem(
  'changed-meanwhile',
  409,
  'Somebody else has changed this meanwhile. Please look at it again before you save.',
);
