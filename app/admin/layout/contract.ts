import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

const notText = 'Please write this as text.';

/** Query parameters of every list. A list extends them by its filters: `ListQuery.extend({ state: z.enum([…]).optional() })`. */
export const ListQuery = z.strictObject({
  q: z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', ''))
    .trim()
    .max(100, 'Please search for fewer words.')
    .default(''),
  /** Name of the column to sort by, with a leading `-` if descending. Empty for the list's default order. */
  sort: z
    .string(notText)
    .regex(/^-?[a-z]{0,30}$/i, 'This list cannot be sorted like that.')
    .default(''),
  /** `next` of the previous response. Empty for the first page. */
  after: z.string(notText).max(200, 'This page of the list does not exist.').default(''),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Maximum number of rows in the response. */
export const listRows = 30;

/** Creates the schema of a page of a list. `next` is the `after` parameter for the following page, null on the last page. */
export function listOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), next: z.string().nullable() });
}

export const ChangedSinceRead = problem(
  'changed-meanwhile',
  409,
  'Someone else has changed this in the meantime. Please check their changes before you save.',
);
