import { describe, expect, it } from 'vitest';
import {
  readCourierEvent,
  readDay,
  readTime,
  readWebhook,
  stepOf,
  writeTime,
} from './shiprocket-wire.server.ts';

describe('the times of Shiprocket', () => {
  it.each([
    ['21 11 2026 12:30:00', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21 12:30:00', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21 00:10', '2026-11-20T18:40:00.000Z'],
    ['2026-11-21', '2026-11-20T18:30:00.000Z'],
    ['29-02-2028 23:59:59', '2028-02-29T18:29:59.000Z'],
  ])('are parsed as times in India: “%s” is %s', (text, iso) => {
    expect(readTime(text)?.toISOString()).toBe(iso);
  });

  it('can be formatted and parsed back, and are null if the text is invalid', () => {
    const moment = new Date('2026-11-20T18:40:05Z');
    expect(writeTime(moment)).toBe('2026-11-21 00:10:05');
    expect(readTime(writeTime(moment))).toEqual(moment);
    expect(readDay('2026-11-21 00:10:05')).toBe('2026-11-21');
    const times = ['31 13 2026 10:00:00', '2026-11-21 25:00:00', '0000-00-00 00:00:00', 'Nov 21 2026'];
    for (const text of ['', 'noon', ...times]) expect(readTime(text), text).toBeNull();
  });
});

describe('a status of Shiprocket', () => {
  it.each([
    ['booked', ['1', '3']],
    ['out_for_pickup', ['19']],
    ['shipped', ['42', '6', '18', '38']],
    ['out_for_delivery', ['17']],
    ['delivered', ['7']],
    ['rto', ['9', '46']],
    ['returned_to_seller', ['10', '14']],
    [null, ['8', '16', '21', '12', '24', '25', '47', '76', '', 'NA', '07', '4711', 'toString']],
  ])('means the step `%s` if its id is one of %s', (step, ids) => {
    expect(ids.map((id) => stepOf(id) ?? null)).toEqual(ids.map(() => step));
  });
});

describe('a webhook of Shiprocket', () => {
  const body = {
    ...{ awb: 59_629_792_084, courier_name: 'Delhivery Surface', is_return: 0, scans: null },
    ...{ current_status: 'Delivered', current_status_id: 20, current_timestamp: '21 11 2026 12:30:00' },
    ...{ shipment_status: 'OUT FOR DELIVERY', shipment_status_id: '17', etd: '2026-11-24 23:59:00' },
    ...{ order_id: 'TB1001-2_348456385', sr_order_id: 348_456_385 },
  };

  it('is converted to one scan with the status of the shipment, not of the order', () => {
    expect(readCourierEvent(JSON.stringify(body))).toEqual({
      awb: '59629792084',
      number: 'TB1001-2',
      expectedOn: '2026-11-24',
      scans: [
        {
          ...{ step: 'out_for_delivery', code: '17', text: 'OUT FOR DELIVERY', location: null },
          at: new Date('2026-11-21T07:00:00Z'),
          fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        },
      ],
    });
  });

  it('gives a scan the same fingerprint if its status is sent as a number or as text, and ignores invalid scans', () => {
    const scan = { date: '2026-11-21 12:30:00', activity: 'Out', location: 'Jaipur', 'sr-status': 17 };
    const inWebhook = readCourierEvent(JSON.stringify({ ...body, scans: [scan] }));
    const again = readCourierEvent(
      JSON.stringify({ ...body, scans: [{ ...scan, 'sr-status': '17' }, 'no scan'] }),
    );
    expect(inWebhook?.scans).toHaveLength(1);
    expect(again?.scans).toEqual(inWebhook?.scans);
  });

  it('has an event id that depends on its content, but not on its formatting', () => {
    const headers = new Headers({ 'x-api-key': 'new' });
    const idOf = (text: string) => readWebhook(['new', 'old'], Buffer.from(text), headers)?.eventId;
    const id = idOf(JSON.stringify(body));
    expect(idOf(JSON.stringify(body, null, 1))).toBe(id);
    for (const other of [{ awb: 1 }, { shipment_status_id: 7 }, { current_timestamp: '' }, { scans: [{}] }])
      expect(idOf(JSON.stringify({ ...body, ...other }))).not.toBe(id);
    expect(idOf('one')).not.toBe(idOf('two'));
  });

  it('is accepted with the old or the new token while the token is being replaced, and with no other token', () => {
    const isKnown = (key: string, tokens = ['new', 'old']) =>
      readWebhook(tokens, Buffer.from('{}'), new Headers(key === '' ? {} : { 'x-api-key': key })) !==
      undefined;
    expect([isKnown('new'), isKnown('old')]).toEqual([true, true]);
    for (const key of ['', 'ne', 'newer', 'NEW', 'new,old']) expect(isKnown(key)).toBe(false);
    expect(isKnown('', [''])).toBe(false);
  });
});
