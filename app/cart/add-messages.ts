import { maxLines } from './limits.ts';

export { cappedMessage, soldOutMessage } from './rules.ts';

export const cartIsFull = `A cart has room for ${maxLines} different pieces.`;
