import { describe, expect, it } from 'vitest';
import type { OrderState } from './contract.ts';
import { formatTime, statusHistoryOf } from './status-history.ts';

const now = new Date('2026-11-30T12:00:00+05:30');
const at = (time: string) => new Date(`${time}+05:30`);
const came = (state: OrderState, time: string, note: string | null = null) => ({ state, note, at: at(time) });

describe('what happened to an order', () => {
  it('has status, day, date, formattedDate and formattedTime, in India’s time [S-DATA-18]', () => {
    const [entry] = statusHistoryOf([came('placed', '2026-11-28T16:10:00')], [], now);
    expect(entry).toEqual({
      status: 'Order Placed',
      state: 'placed',
      day: 'Sat',
      date: '28 Nov',
      formattedDate: 'Saturday, 28 November 2026',
      formattedTime: '4:10 pm',
      at: '2026-11-28T10:40:00.000Z',
      note: null,
    });
  });

  it('belongs to India’s day also when UTC is still in the day before [S-DATA-18]', () => {
    const [entry] = statusHistoryOf([came('placed', '2026-11-29T00:05:00')], [], now);
    expect(entry).toMatchObject({ day: 'Sun', date: '29 Nov', formattedTime: '12:05 am' });
  });

  it('has the year beside the date when it is not the present one', () => {
    const [old, fresh] = statusHistoryOf(
      [came('placed', '2025-12-31T23:59:00'), came('packed', '2026-01-01T00:00:00')],
      [],
      now,
    );
    expect(old?.date).toBe('31 Dec 2025');
    expect(fresh?.date).toBe('1 Jan');
  });

  it('begins with Order Placed, whatever came before the payment [S-ORD-11]', () => {
    const passed = [
      came('pending_payment', '2026-11-20T09:00:00'),
      came('expired', '2026-11-20T09:15:00'),
      came('placed', '2026-11-20T09:20:00'),
    ];
    expect(statusHistoryOf(passed, [], now).map(({ status }) => status)).toEqual(['Order Placed']);
    const waiting = statusHistoryOf(passed.slice(0, 1), [], now);
    expect(waiting.map(({ status }) => status)).toEqual(['Waiting for the payment']);
  });

  it('has the specified names, the latest last [S-ORD-07 S-ORD-11]', () => {
    const passed = [
      came('placed', '2026-11-20T09:00:00'),
      came('out_for_pickup', '2026-11-21T09:00:00'),
      came('delivered', '2026-11-24T09:00:00'),
      came('return_requested', '2026-11-25T09:00:00'),
      came('cancelled', '2026-11-26T09:00:00'),
    ];
    expect(statusHistoryOf(passed, [], now).map(({ status }) => status)).toEqual([
      'Order Placed',
      'Out for Pickup',
      'Delivered',
      'Return Initiated',
      'Cancelled',
    ]);
  });

  it('shows a courier’s words that nobody knows where their time puts them, as no state [S-DATA-24]', () => {
    const passed = [came('placed', '2026-11-20T09:00:00'), came('delivered', '2026-11-24T09:00:00')];
    const scans = [
      { text: 'Held at customs', location: 'Jaipur', at: at('2026-11-23T09:00:00') },
      { text: 'Misrouted', location: null, at: at('2026-11-22T09:00:00') },
      { text: 'Feedback asked', location: null, at: at('2026-11-26T09:00:00') },
    ];
    const shown = statusHistoryOf(passed, scans, now).map(({ status, state, note }) => [status, state, note]);
    expect(shown).toEqual([
      ['Order Placed', 'placed', null],
      ['Misrouted', null, null],
      ['Held at customs', null, 'Jaipur'],
      ['Delivered', 'delivered', null],
      ['Feedback asked', null, null],
    ]);
    expect(scans).toHaveLength(3);
  });
});

describe('a time in words', () => {
  it.for([
    ['2026-11-28T00:00:00', '12:00 am'],
    ['2026-11-28T12:00:00', '12:00 pm'],
    ['2026-11-28T09:05:00', '9:05 am'],
  ] as const)('%s is %s', ([time, text]) => {
    expect(formatTime(at(time))).toBe(text);
  });
});
