// Without imports, so that contracts can name the time too.

/** The time in which a refund reaches the customer, as the return policy says. */
export const refundTime = '7–10 working days';
