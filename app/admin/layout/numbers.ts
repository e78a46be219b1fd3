import { days, minutes } from '../../foundation/clock.ts';

const withoutGrouping = (text: string) => text.replace(/[₹,\s]/g, '');

/** Parses an amount in rupees: `1,250.50` → 1250.5. Returns undefined for an invalid text. */
export function parseRupees(text: string): number | undefined {
  const plain = withoutGrouping(text);
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

/** Parses a number such as `₹9,800`. Returns undefined for a blank or invalid text. */
export function parseNumber(text: string): number | undefined {
  const plain = withoutGrouping(text);
  const number = Number(plain);
  return plain === '' || !Number.isFinite(number) ? undefined : number;
}

/** Formats the time since `start` for a list: `12 min`, `3 h`, `5 days`. */
export function formatAge(start: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(start));
  const wholeMinutes = Math.floor(ms / minutes(1));
  if (wholeMinutes === 0) return 'just now';
  if (wholeMinutes < 60) return `${wholeMinutes} min`;
  if (ms < days(1)) return `${Math.floor(wholeMinutes / 60)} h`;
  const wholeDays = Math.floor(ms / days(1));
  return wholeDays === 1 ? '1 day' : `${wholeDays} days`;
}
