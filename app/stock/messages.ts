import { formatTime } from '../foundation/clock.ts';

/**
 * Returns the message that all units of a product, or of one size, are held by customers who are paying. The customer who reads
 * the message can be one of them. `heldUntil` is the time at which the first of these stock holds ends, as an ISO time or in
 * milliseconds since 1970. The message states this time in India's time zone.
 */
export function heldMessage(heldUntil: string | number, sizeLabel: string | null = null): string {
  const subject = sizeLabel === null ? 'This piece' : `Size ${sizeLabel}`;
  return `${subject} is being paid for right now. It may be available again after ${formatTime(heldUntil)}.`;
}
