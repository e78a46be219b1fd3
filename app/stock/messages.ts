/** India is 5:30 hours ahead of UTC all year. In milliseconds. */
const indiaOffsetMs = 330 * 60_000;

/**
 * Returns the sentence about a product, or one size of it, that other shoppers hold while they pay. `heldUntil` is the end of
 * the first hold to end, as an ISO time or in milliseconds since 1970; the sentence names it in India's time.
 */
export function heldMessage(heldUntil: string | number, sizeLabel: string | null = null): string {
  const subject = sizeLabel === null ? 'This piece' : `Size ${sizeLabel}`;
  const time = new Date(new Date(heldUntil).getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  return `${subject} is being bought right now; it may be free again after ${time}.`;
}
