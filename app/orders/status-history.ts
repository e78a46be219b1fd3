import { formatDay, yearInIndia } from '../foundation/clock.ts';
import type { OrderState, StatusEntry } from './contract.ts';
import { stateLabels } from './rules.ts';

/** A state change of an order. */
export type StateChange = { state: OrderState; note: string | null; at: Date };

/** A courier's scan without a step, so it changes no state. */
export type Scan = { text: string; location: string | null; at: Date };

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });
const shortDay = inIndia({ weekday: 'short' });
const longDay = inIndia({ weekday: 'long' });
const dayAndMonth = inIndia({ day: 'numeric', month: 'short' });
const dayMonthAndYear = inIndia({ day: 'numeric', month: 'short', year: 'numeric' });
const time = inIndia({ hour: 'numeric', minute: '2-digit', hour12: true });

/** States whose entries are omitted from the history once the order has been placed. */
const beforePlaced: readonly OrderState[] = ['pending_payment', 'expired'];

/**
 * Returns the order's history, oldest first. State changes keep the sequence of `changes`, because couriers' clocks can
 * be wrong. Scans are inserted by their time.
 */
export function statusHistoryOf(
  changes: readonly StateChange[],
  scans: readonly Scan[],
  now: Date,
): StatusEntry[] {
  const isPlaced = changes.some(({ state }) => state === 'placed');
  const remaining = scans.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const entries: StatusEntry[] = [];
  for (const { state, note, at } of changes) {
    if (isPlaced && beforePlaced.includes(state)) continue;
    while (remaining[0] && remaining[0].at < at) entries.push(...remaining.splice(0, 1).map(scanEntry));
    entries.push(toEntry({ status: stateLabels[state], state, note, at }));
  }
  return [...entries, ...remaining.map(scanEntry)];

  function scanEntry({ text, location, at }: Scan): StatusEntry {
    return toEntry({ status: text, state: null, note: location, at });
  }

  function toEntry({
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
