const timeInIndia = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * Returns the sentence about a product, or one size of it, that other shoppers hold while they pay. `heldUntil` is the end of
 * the first hold to end, as an ISO time or in milliseconds since 1970; the sentence names it in India's time.
 */
export function heldMessage(heldUntil: string | number, sizeLabel: string | null = null): string {
  const subject = sizeLabel === null ? 'This piece' : `Size ${sizeLabel}`;
  const time = timeInIndia.format(new Date(heldUntil));
  return `${subject} is being bought right now; it may be free again after ${time}.`;
}
