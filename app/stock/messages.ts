/** Time difference between India and UTC in milliseconds: 5:30 hours, all year. */
const indiaOffsetMs = 330 * 60_000;

/**
 * Returns the message that all units of a product, or of one size, are held by customers who are paying. The customer who reads
 * the message can be one of them. `heldUntil` is the time at which the first of these stock holds ends, as an ISO time or in
 * milliseconds since 1970. The message states this time in India's time zone.
 */
export function heldMessage(heldUntil: string | number, sizeLabel: string | null = null): string {
  const subject = sizeLabel === null ? 'This piece' : `Size ${sizeLabel}`;
  return `${subject} is being paid for right now. It may be available again after ${timeInIndia(heldUntil)}.`;
}

/** Formats a time in India as `2:20 pm`. Does not use the locale, because the server and browsers format times differently. */
function timeInIndia(moment: string | number): string {
  const [hour = 0, minute] = new Date(new Date(moment).getTime() + indiaOffsetMs)
    .toISOString()
    .slice(11, 16)
    .split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
}
