import { formatTime } from '../foundation/clock.ts';
import { formatDay, longWeekday, shortDate, weekday } from '../foundation/indian-dates.ts';
import type { OrderState, StatusEntry } from './contract.ts';
import type { Selection } from './returns/contract.ts';
import { stateLabels } from './rules.ts';
import { unpaidStates } from './transitions.ts';

export type StateChange = { state: OrderState; note: string | null; lines: Selection | null; at: Date };

/** A courier's scan that does not change the order's state. */
export type Scan = { description: string; location: string | null; at: Date };

/**
 * Returns the order's history, oldest entry first. State changes stay in the sequence of `changes`, because couriers' clocks can
 * be wrong. Scans are inserted by their time. Omits the unpaid states of an order that was placed.
 */
export function statusHistoryOf(
  changes: readonly StateChange[],
  {
    scans,
    lines,
    now,
  }: { scans: readonly Scan[]; lines: readonly { position: number; name: string }[]; now: Date },
): StatusEntry[] {
  const isPlaced = changes.some(({ state }) => state === 'placed');
  const remaining = scans.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const entries: StatusEntry[] = [];
  for (const { state, note, at, lines: changed } of changes) {
    if (isPlaced && unpaidStates.includes(state)) continue;
    while (remaining[0] && remaining[0].at < at) entries.push(...remaining.splice(0, 1).map(scanEntry));
    entries.push(
      toEntry({
        status: stateLabels[state],
        state,
        note: note && withoutRto(note),
        items: namesOf(lines, changed),
        at,
      }),
    );
  }
  return [...entries, ...remaining.map(scanEntry)];

  function scanEntry({ description, location, at }: Scan): StatusEntry {
    return toEntry({ status: withoutRto(description), state: null, note: location, items: null, at });
  }

  function toEntry(
    entry: Pick<StatusEntry, 'status' | 'state' | 'note' | 'items'> & { at: Date },
  ): StatusEntry {
    const { at } = entry;
    return {
      ...entry,
      day: weekday.format(at),
      date: shortDate(at, now),
      formattedDate: `${longWeekday.format(at)}, ${formatDay(at)}`,
      formattedTime: formatTime(at),
      at: at.toISOString(),
    };
  }
}

/** Writes out the abbreviation RTO, which couriers use in their texts. */
const withoutRto = (text: string) => text.replaceAll(/\bRTO\b/gi, 'Return to sender');

/** Returns the names of the units that an entry describes. Returns null if the entry describes the whole order. */
export function namesOf(
  lines: readonly { position: number; name: string }[],
  units: Selection | null,
): StatusEntry['items'] {
  if (units === null) return null;
  const nameOf = new Map(lines.map(({ position, name }) => [position, name]));
  return units.map(({ position, quantity }) => ({ productName: nameOf.get(position) ?? '', qnty: quantity }));
}
