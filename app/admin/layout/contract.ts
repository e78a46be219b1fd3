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
    .regex(/^-?[a-z]{0,30}$/i, 'This list cannot be sorted like that.')
    .default(''),
  /** `next` of the previous response. */
  after: z.string(notText).max(200, 'This page of the list does not exist.').default(''),
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
  'Someone else has changed this in the meantime. Please check their changes before you save.',
);
