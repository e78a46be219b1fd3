import { describe, expect, it } from 'vitest';
import type { OrderState } from './contract.ts';
import { type Scan, type StateChange, statusHistoryOf } from './status-history.ts';

const now = new Date('2026-11-30T12:00:00+05:30');
const at = (time: string) => new Date(`${time}+05:30`);
const historyOf = (changes: StateChange[], scans: Scan[] = []) =>
  statusHistoryOf(changes, { scans, lines: [], now });
const change = (state: OrderState, time: string) => ({ state, note: null, lines: null, at: at(time) });

describe('the status history of an order', () => {
  it('formats day, date and time in India’s time zone, and adds the year only if it is not the current year [S-DATA-18]', () => {
    const [entry] = historyOf([change('placed', '2026-11-28T16:10:00')]);
    expect(entry).toEqual({
      ...{ status: 'Order Placed', state: 'placed', note: null, items: null },
      ...{ day: 'Sat', date: '28 Nov', formattedDate: 'Saturday, 28 November 2026' },
      ...{ formattedTime: '4:10 pm', at: '2026-11-28T10:40:00.000Z' },
    });
    for (const [time, written] of [
      ['2026-11-29T00:05:00', 'Sun, 29 Nov, 12:05 am'],
      ['2025-12-31T23:59:00', 'Wed, 31 Dec 2025, 11:59 pm'],
      ['2026-01-01T00:00:00', 'Thu, 1 Jan, 12:00 am'],
      ['2026-11-28T12:00:00', 'Sat, 28 Nov, 12:00 pm'],
    ] as const) {
      const [shown] = historyOf([change('placed', time)]);
      expect(`${shown?.day}, ${shown?.date}, ${shown?.formattedTime}`).toBe(written);
    }
  });

  it('spells out the abbreviation RTO in texts of couriers', () => {
    const scan = { description: 'RTO in transit', location: 'Jaipur', at: at('2026-11-25T09:00:00') };
    const rto = { ...change('rto', '2026-11-24T09:00:00'), note: 'RTO Initiated, Jaipur' };
    const [changed, scanned] = historyOf([rto], [scan]);
    expect(changed?.note).toBe('Return to sender Initiated, Jaipur');
    expect(scanned?.status).toBe('Return to sender in transit');
  });

  it('begins with “Order Placed”, and omits what happened before the payment [S-ORD-11]', () => {
    const changes = [
      change('pending_payment', '2026-11-20T09:00:00'),
      change('expired', '2026-11-20T09:15:00'),
      change('placed', '2026-11-20T09:20:00'),
    ];
    expect(historyOf(changes).map(({ status }) => status)).toEqual(['Order Placed']);
    const unpaid = historyOf(changes.slice(0, 1));
    expect(unpaid.map(({ status }) => status)).toEqual(['Waiting for the payment']);
  });

  it('lists unknown courier statuses in the sequence of their times, without a state [S-DATA-24]', () => {
    const changes = [change('placed', '2026-11-20T09:00:00'), change('delivered', '2026-11-24T09:00:00')];
    const scans = [
      { description: 'Held at customs', location: 'Jaipur', at: at('2026-11-23T09:00:00') },
      { description: 'Misrouted', location: null, at: at('2026-11-22T09:00:00') },
      { description: 'Feedback asked', location: null, at: at('2026-11-26T09:00:00') },
    ];
    const history = historyOf(changes, scans);
    expect(history.map(({ status, state, note }) => [status, state, note])).toEqual([
      ['Order Placed', 'placed', null],
      ['Misrouted', null, null],
      ['Held at customs', null, 'Jaipur'],
      ['Delivered', 'delivered', null],
      ['Feedback asked', null, null],
    ]);
  });
});
