import { formatDay, yearInIndia } from '../foundation/clock.ts';
import type { OrderState, StatusEntry } from './contract.ts';
import { stateLabels } from './rules.ts';

/** A state change, in order. */
export type StateChange = { state: OrderState; note: string | null; at: Date };

/** A courier's scan that changed no state. */
export type Scan = { text: string; location: string | null; at: Date };

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });
const shortDay = inIndia({ weekday: 'short' });
const longDay = inIndia({ weekday: 'long' });
const dayAndMonth = inIndia({ day: 'numeric', month: 'short' });
const dayMonthAndYear = inIndia({ day: 'numeric', month: 'short', year: 'numeric' });
const time = inIndia({ hour: 'numeric', minute: '2-digit', hour12: true });

/** Drops the entries of waiting and expiry once an order is placed. */
const beforePlaced: readonly OrderState[] = ['pending_payment', 'expired'];

/**
 * Returns the order's history, oldest first. State changes keep their order whatever the courier's clock said; other scans
 * are sorted in by time.
 */
export function statusHistoryOf(
  changes: readonly StateChange[],
  scans: readonly Scan[],
  now: Date,
): StatusEntry[] {
  const isPlaced = changes.some(({ state }) => state === 'placed');
  const waiting = scans.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const entries: StatusEntry[] = [];
  for (const { state, note, at } of changes) {
    if (isPlaced && beforePlaced.includes(state)) continue;
    while (waiting[0] && waiting[0].at < at) entries.push(...waiting.splice(0, 1).map(ofScan));
    entries.push(entryOf({ status: stateLabels[state], state, note, at }));
  }
  return [...entries, ...waiting.map(ofScan)];

  function ofScan({ text, location, at }: Scan): StatusEntry {
    return entryOf({ status: text, state: null, note: location, at });
  }

  function entryOf({
    status,
    state,
    note,
    at,
  }: Pick<StatusEntry, 'status' | 'state' | 'note'> & { at: Date }) {
    const isThisYear = yearInIndia(at) === yearInIndia(now);
    return {
      status,
      state,
      day: shortDay.format(at),
      date: (isThisYear ? dayAndMonth : dayMonthAndYear).format(at),
      formattedDate: `${longDay.format(at)}, ${formatDay(at)}`,
      formattedTime: formatTime(at),
      at: at.toISOString(),
      note,
    };
  }
}

/** Formats a time in India as `4:10 pm`. */
export function formatTime(at: Date): string {
  return time.format(at).replace(/\s/g, ' ').toLowerCase();
}
