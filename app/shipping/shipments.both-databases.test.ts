import { describe, expect } from 'vitest';
import { pretendCourier } from '../../sandbox/pretend-courier.server.ts';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { insertShipment, minute, readShipment, shipmentInput } from '../../tests/fixtures/shipments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { CourierRejected, CourierUnavailable } from './courier.ts';
import { bookShipments, retryShipment } from './shipment-worker.server.ts';
import {
  cancelShipment,
  createShipment,
  findShipment,
  listCouriers,
  listShipments,
} from './shipments.server.ts';
import { insertTrackingEvents } from './tracking-events.server.ts';

const out = { reference: 'an order', direction: 'out', details: shipmentInput } as const;
const silent = async () => undefined;

/** Creates a shipment of the order `an order` in a separate transaction. */
const create = (shop: Shop, more: Partial<Parameters<typeof createShipment>[1]> = {}) =>
  inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend', ...more }));
const cancel = (shop: Shop) => inTransaction(shop, (tx) => cancelShipment(tx, 'an order'));

describe('creating a shipment', () => {
  it('creates one shipment per order and direction, even if a second call has another shipment number', async ({
    shop,
  }) => {
    const created = await create(shop);
    const details = { ...shipmentInput, number: 'TB9001-R' };
    const manual = { courier: 'manual', manual: { carrier: 'A neighbour' } } as const;
    for (const repeated of [{}, manual, { details }]) expect(await create(shop, repeated)).toEqual(created);
    const back = await create(shop, { direction: 'back', details });
    expect(back.id).not.toBe(created.id);
    expect(await findShipment(shop, 'an order', 'out')).toEqual(created);
    expect(await findShipment(shop, 'an order', 'back')).toEqual(back);
    expect(await findShipment(shop, 'another order', 'out')).toBeUndefined();
    const other = create(shop, { reference: 'another order' });
    await expect(other).rejects.toThrow('the shipment number TB9001 belongs to an order');
  });

  it('creates one shipment for concurrent calls', async ({ ownShop }) => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create(ownShop)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  });

  it('uses a new shipment number after an earlier shipment of the order was cancelled', async ({ shop }) => {
    const numbers: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      numbers.push((await create(shop)).details.number);
      await cancel(shop);
    }
    expect(numbers).toEqual(['TB9001', 'TB9001-2', 'TB9001-3']);
    expect(await findShipment(shop, 'an order', 'out')).toBeUndefined();
  });

  it('leaves no shipment for the worker if the transaction is rolled back', async ({ ownShop }) => {
    const failed = inTransaction(ownShop, async (tx) => {
      await createShipment(tx, { ...out, courier: 'pretend' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await bookShipments(ownShop, pretendCourier(ownShop), silent)).toBe(0);
  });
});

describe('a manual shipment [S-ODT-11]', () => {
  const createManual = (shop: Shop, manual: Record<string, string>) =>
    create(shop, { courier: 'manual', manual: { carrier: 'Blue Dart', ...manual } });

  it('is stored as the merchant has entered it, trimmed, without a request to a courier', async ({
    shop,
  }) => {
    const link = 'https://www.bluedart.com/tracking?id=123';
    const manual = { carrier: ' Blue Dart ', awb: ' 123 ', trackUrl: ` ${link} ` };
    const booked = { carrier: 'Blue Dart', awb: '123', trackUrl: link, step: 'booked', nextTryAt: null };
    expect(await createManual(shop, manual)).toMatchObject(booked);
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
    await cancel(shop);
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
    const withoutTracking = { awb: null, trackUrl: null };
    expect(await createManual(shop, { awb: '', trackUrl: '' })).toMatchObject(withoutTracking);
  });

  it('is rejected if a field is invalid, and the error names that field', async ({ shop }) => {
    for (const [field, value] of [
      ['carrier', ' '],
      ['carrier', 'x'.repeat(61)],
      ['awb', 'x'.repeat(41)],
      ['trackUrl', 'http://bluedart.com/123'],
      ['trackUrl', 'javascript:alert(1)//https://'],
      ['trackUrl', 'bluedart.com/123'],
      ['trackUrl', 'https://'],
      ['trackUrl', 'https://tanabana.example@evil.example/'],
      ['trackUrl', `https://x.example/${'x'.repeat(500)}`],
    ] as const) {
      const refused = { name: 'bad-input', status: 400, fields: [{ field }] };
      await expect(createManual(shop, { [field]: value }), value).rejects.toMatchObject(refused);
    }
    expect(await findShipment(shop, 'an order', 'out')).toBeUndefined();
  });
});

describe('the shipment worker', () => {
  it('retries a booking for a day with increasing pauses, and can still cancel the shipment after that', async ({
    shop,
  }) => {
    const { id, reference } = await insertShipment(shop, 'pretend');
    const requested: number[] = [];
    const start = +shop.clock.now();
    const book = async () => {
      requested.push((+shop.clock.now() - start) / minute);
      throw new CourierUnavailable('the courier does not respond');
    };
    const unavailable = { ...pretendCourier(shop), book };
    for (let at = 0; at < 26 * 60; at++) {
      await bookShipments(shop, unavailable, silent);
      shop.clock.advance(minute);
    }
    expect(requested.slice(0, 8)).toEqual([0, 1, 2, 4, 8, 16, 32, 64]);
    expect(requested.length).toBeLessThan(24);
    const failed = { lastError: 'the courier does not respond', failedAt: expect.any(Date) };
    expect(await readShipment(shop, id)).toMatchObject(failed);
    await inTransaction(shop, (tx) => cancelShipment(tx, reference));
    expect(await readShipment(shop, id)).toMatchObject({ failedAt: null, nextTryAt: expect.any(Date) });
    const cancelled: string[] = [];
    const cancel = async ({ details }: { details: { number: string } }) =>
      void cancelled.push(details.number);
    shop.clock.advance(minute);
    expect(await bookShipments(shop, { ...unavailable, cancel }, silent)).toBe(1);
    expect(cancelled).toEqual(['TB9001']);
  });

  it('fails a booking at once if the courier rejects it, and still books the next shipment', async ({
    shop,
  }) => {
    const { id, reference } = await insertShipment(shop, 'pretend');
    const next = await insertShipment(shop, 'pretend', 'TB9002');
    const courier = pretendCourier(shop);
    const book: typeof courier.book = async (input, saveProgress) => {
      if (input.details.number === 'TB9001') throw new CourierRejected('no such pincode');
      await courier.book(input, saveProgress);
    };
    expect(await bookShipments(shop, { ...courier, book }, silent)).toBe(1);
    expect(await readShipment(shop, id)).toMatchObject({ step: null, lastError: 'no such pincode' });
    expect((await readShipment(shop, next.id)).step).toBe('booked');
    shop.clock.advance(48 * 60 * minute);
    // Only the booked shipment is polled.
    expect(await bookShipments(shop, courier, silent)).toBe(1);
    const retry = (of = reference) =>
      inTransaction(shop, (tx) => retryShipment(tx, { reference: of, shipmentId: id }));
    await expect(retry('another')).rejects.toMatchObject({ name: 'no-such-shipment' });
    await retry();
    expect(await bookShipments(shop, courier, silent)).toBe(1);
    expect(await readShipment(shop, id)).toMatchObject({ step: 'booked', lastError: null });
    await expect(retry()).rejects.toMatchObject({ name: 'no-such-shipment' });
  });

  it('skips a shipment while another process holds its lease', async ({ shop }) => {
    await insertShipment(shop, 'pretend');
    const courier = pretendCourier(shop);
    let inner = -1;
    const book: typeof courier.book = async (input, saveProgress) => {
      inner = await bookShipments(shop, courier, silent);
      await courier.book(input, saveProgress);
    };
    expect(await bookShipments(shop, { ...courier, book }, silent)).toBe(1);
    expect(inner).toBe(0);
  });

  it('books only the shipments of the given courier', async ({ shop }) => {
    await insertShipment(shop, 'shiprocket');
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
  });
});

it('lists the shipments of many orders and their scans with two SQL statements', async ({ shop }) => {
  const courier = pretendCourier(shop);
  const first = await insertShipment(shop, 'pretend', 'TB9001');
  await insertShipment(shop, 'pretend', 'TB9002');
  await bookShipments(shop, courier, silent);
  shop.clock.advance(2 * 60 * minute);
  const scan = { code: '18', location: null, step: 'shipped' as const };
  const scans = [
    { ...scan, text: 'later', at: new Date('2026-11-21T08:00:00Z'), fingerprint: 'b' },
    { ...scan, text: 'sooner', at: new Date('2026-11-21T07:00:00Z'), fingerprint: 'a' },
  ];
  await insertTrackingEvents(shop, first, { expectedOn: null, scans }, silent);
  const list = () => listShipments(shop, ['order of TB9001', 'order of TB9002', 'x']);
  expect(await countStatements(list)).toBe(2);
  const listed = (await list()).map(
    ({ details, scans }) => `${details.number}: ${scans.map(({ description }) => description).join(', ')}`,
  );
  expect(listed.toSorted()).toEqual(['TB9001: sooner, later', 'TB9002: ']);
  expect(await listShipments(shop, [])).toEqual([]);
});

it('lists the configured couriers, and always lists `manual`', ({ shop }) => {
  const account = { email: '', password: '', pickup: '', webhookToken: '', url: undefined };
  const of = (more: Partial<typeof shop.config>) => listCouriers({ config: { ...shop.config, ...more } });
  expect(of({})).toEqual(['pretend', 'manual']);
  expect(of({ shiprocket: account, pretendsCourier: false })).toEqual(['shiprocket', 'manual']);
  expect(of({ pretendsCourier: false })).toEqual(['manual']);
});
