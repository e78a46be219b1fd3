import { days, hours } from '../foundation/clock.ts';
import type { EventKind, QuietHours } from './contract.ts';

const paymentKinds: readonly string[] = ['payment-received', 'payment-to-check', 'refund-failed'];

/**
 * Returns the kinds of events about which a staff member gets emails before the first change of the settings. Owners get emails
 * about orders, returns and payments. Other staff get no emails.
 */
export const defaultKinds = (isOwner: boolean): EventKind[] =>
  isOwner
    ? ['order-placed', 'return-requested', 'payment-received', 'payment-to-check', 'refund-failed']
    : [];

const indiaOffsetMs = hours(5.5);

/**
 * Returns the earliest time for the email about an event: now, or during quiet hours the end of the quiet hours. Emails about
 * payments are never delayed.
 */
export function dueTime(kind: string, quiet: QuietHours | null, now: Date): Date {
  if (quiet === null || paymentKinds.includes(kind)) return now;
  const { from, until } = quiet;
  const inIndia = new Date(now.getTime() + indiaOffsetMs);
  const hour = inIndia.getUTCHours();
  const isQuiet = from <= until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return now;
  const end = inIndia.setUTCHours(until, 0, 0, 0) - indiaOffsetMs;
  return new Date(end > now.getTime() ? end : end + days(1));
}
