/* The sentences about returns and cancellation that a shopper reads before ordering. */

/**
 * Terms of a product. `returnable` is false if customers can return the product only if it is faulty or not what they ordered.
 * `cancellable` is false if customers cannot cancel it.
 */
type ReturnPolicy = { returnable?: boolean | undefined; cancellable?: boolean | undefined };

/**
 * Returns the sentence about faulty and wrong products, which can always be returned. `hasArrived` is true if the customer has
 * received the product.
 */
export function claimText(returnDays: number, { hasArrived = false, subject = 'it' } = {}): string {
  const fault = `If ${subject} ${hasArrived ? 'arrived' : 'arrives'} damaged or is not what you ordered`;
  return returnDays > 2
    ? `${fault}, please tell us within 48 hours of delivery if you can, and in any case within ${returnDays} days.`
    : `${fault}, please tell us within ${returnDays * 24} hours of delivery.`;
}

/**
 * Returns the product page's sentences about a product that cannot be returned or cancelled. Returns an empty text if it can be
 * returned and cancelled.
 */
export function exceptionText({ returnable, cancellable }: ReturnPolicy, returnDays: number): string {
  return [
    ...(returnable === false
      ? ['This piece cannot be returned for a change of mind.', claimText(returnDays)]
      : []),
    ...(cancellable === false ? ['This piece cannot be cancelled once ordered.'] : []),
  ].join(' ');
}

/**
 * Returns the checkout's sentences about the return and cancellation of the order's products. Names the products that cannot be
 * returned or cancelled.
 */
export function orderTermsText(
  items: readonly (ReturnPolicy & { productName: string })[],
  returnDays: number,
): string {
  const unreturnable = namesOf(items.filter(({ returnable }) => returnable === false));
  const uncancellable = namesOf(items.filter(({ cancellable }) => cancellable === false));
  const isAnyReturnable = items.some(({ returnable }) => returnable !== false);
  return [
    ...(isAnyReturnable ? [`Return available for ${returnDays} days after delivery.`] : []),
    ...(unreturnable
      ? [
          `${unreturnable} cannot be returned for a change of mind.`,
          claimText(returnDays, { subject: 'a piece' }),
        ]
      : []),
    ...(uncancellable ? [`${uncancellable} cannot be cancelled once ordered.`] : []),
  ].join(' ');
}

const list = new Intl.ListFormat('en-IN');
const namesOf = (items: readonly { productName: string }[]) =>
  list.format(new Set(items.map(({ productName }) => productName)));
