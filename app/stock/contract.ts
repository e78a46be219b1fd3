import { problem } from '../foundation/http/problem.ts';

/** For a sale or a hold, `errors` in the response lists each variant that is short, with the units left. */
export const NotEnoughStock = problem('not-enough-stock', 409, 'There are not that many left.');
