/** India is 5:30 hours ahead of UTC all year. In milliseconds. */
const indiaOffsetMs = 330 * 60_000;

/**
 * Returns the sentence about a product, or one size of it, that shoppers, the reader among them, hold while they pay. `heldUntil` is the end of
 * the first hold to end, as an ISO time or in milliseconds since 1970; the sentence names it in India's time.
 */
export function heldMessage(heldUntil: string | number, sizeLabel: string | null = null): string {
  const subject = sizeLabel === null ? 'This piece' : `Size ${sizeLabel}`;
  return `${subject} is being paid for right now. It may be available again after ${timeInIndia(heldUntil)}.`;
}

/** Formats a time in India as `2:20 pm`, in the same way on the server and in every browser, whose locales differ. */
function timeInIndia(moment: string | number): string {
  const [hour = 0, minute] = new Date(new Date(moment).getTime() + indiaOffsetMs)
    .toISOString()
    .slice(11, 16)
    .split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
}
