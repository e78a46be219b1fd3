import { problem } from '../foundation/http/problem.ts';

/** Its fields name each variant that is short, and how many of it are left. */
export const NotEnoughStock = problem('not-enough-stock', 409, 'There are not that many left.');
