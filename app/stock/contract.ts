import { problem } from '../foundation/http/problem.ts';

/** `fields` lists each variant that is short, with the units left. */
export const NotEnoughStock = problem('not-enough-stock', 409, 'There are not that many left.');
