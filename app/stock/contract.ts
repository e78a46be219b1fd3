import { problem } from '../foundation/http/problem.ts';

/** If a sale or a stock hold fails, `errors` lists each variant with too few units, and the units that are left. */
export const NotEnoughStock = problem('not-enough-stock', 409, 'There are not that many left.');
