import { problem } from '../../../foundation/http/problem.ts';

export const NoSuchSize = problem('no-such-size', 404, 'The piece has no such size any more.');
