// This file has no imports, so that API contracts can import it.

/** The period in which a refund reaches the customer, as stated in the return policy. */
export const refundTime = '7–10 working days';
