// This file has no imports, so that API contracts can import it.

/** The duration of a refund, as stated in the return policy. */
export const refundDays = '7–10 working days';

/** The period in which a refund reaches the customer, to continue a sentence that ends with `reaches you`. */
export const refundTime = `within ${refundDays} after we send it`;
