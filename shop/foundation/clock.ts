/** Tells the time. Verbs ask the shop's clock, so that a test can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const indianDay = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** A day in words, as people in India read it: `21 November 2026`. */
export function dayInWords(date: Date): string {
  return indianDay.format(date);
}
