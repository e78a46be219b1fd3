import { problem } from '../foundation/problem.ts';

export const NotThatMany = problem('not-that-many', 409, 'There are not that many left.');
