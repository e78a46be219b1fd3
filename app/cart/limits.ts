// No imports here, so that pages can load the limits without zod and rules.ts.

/** Maximum quantity of a line, even if more units are available. */
export const maxQuantity = 99;

/** Matches a text without control characters and lone surrogates, because PostgreSQL cannot store NUL or surrogates. */
export const storableText = /^[^\p{Cc}\p{Cs}]*$/u;

export const maxLines = 100;

export const cartFullMessage = `Your cart can hold up to ${maxLines} different pieces.`;
