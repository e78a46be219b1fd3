// No imports here, so that pages can load these numbers without zod and without the cart's rules.

/** Maximum quantity of a line, even if more units are available. */
export const maxQuantity = 99;

export const maxLines = 100;

export const cartFullMessage = `Your cart can hold up to ${maxLines} different pieces.`;
