import { problem } from '../foundation/http/problem.ts';

/** Its fields name each variant that is short, and how many of it are left. */
export const NotThatMany = problem('not-that-many', 409, 'There are not that many left.');
