import { describe, expect } from 'vitest';
import { whileLocked } from '../../tests/engine/locked-rows.ts';
import { insertShipment, minute, readShipment, shipmentInput } from '../../tests/fixtures/shipments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { CourierRejected, CourierUnavailable } from './courier.ts';
import { pretendCourier } from './pretend-courier.server.ts';
import { bookShipments, retryShipment } from './shipment-worker.server.ts';
import {
  abandonShipment,
  createShipment,
  findShipment,
  listCouriers,
  listShipments,
} from './shipments.server.ts';
import { shipments } from './tables.server.ts';
import { insertTrackingEvents } from './tracking-events.server.ts';

const silent = async () => undefined;
const out = { reference: 'an order', direction: 'out', details: shipmentInput } as const;

describe('a parcel', () => {
  it('is one each way of an order, however often it is asked for', async ({ shop }) => {
    const created = await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }));
    expect(await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }))).toEqual(
      created,
    );
    const manual = { carrier: 'A neighbour' };
    expect(
      await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'manual', manual })),
    ).toEqual(created);
    const back = await inTransaction(shop, (tx) =>
      createShipment(tx, {
        reference: 'an order',
        direction: 'back',
        courier: 'pretend',
        details: { ...shipmentInput, number: 'TB9001-R' },
      }),
    );
    expect(back.id).not.toBe(created.id);
    expect(await findShipment(shop, 'an order', 'out')).toEqual(created);
    expect(await findShipment(shop, 'an order', 'back')).toEqual(back);
    expect(await findShipment(shop, 'another order', 'out')).toBeUndefined();
  });

  it('is one open shipment each way, also under another number', async ({ shop }) => {
    const created = await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }));
    const other = { ...shipmentInput, number: 'TB9001-X' };
    expect(
      await inTransaction(shop, (tx) => createShipment(tx, { ...out, details: other, courier: 'pretend' })),
    ).toEqual(created);
  });

  it('that another worker has locked is passed over', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    await insertShipment(ownShop, 'pretend');
    const send = () => bookShipments(ownShop, pretendCourier(ownShop), silent);
    expect(await whileLocked(ownShop, shipments, send)).toBe(0);
    expect(await send()).toBe(1);
  });

  it('is one also when it is asked for at once', async ({ ownShop }) => {
    const requested = () =>
      inTransaction(ownShop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }));
    const created = await Promise.all(Array.from({ length: 8 }, requested));
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  });

  it('made anew after it was given up has a number of its own', async ({ shop }) => {
    const numbers: string[] = [];
    for (let times = 0; times < 3; times++) {
      numbers.push(
        (await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }))).details
          .number,
      );
      await inTransaction(shop, (tx) => abandonShipment(tx, 'an order', 'out'));
    }
    expect(numbers).toEqual(['TB9001', 'TB9001-2', 'TB9001-3']);
    expect(await findShipment(shop, 'an order', 'out')).toBeUndefined();
  });

  it('never takes the number of another order’s', async ({ shop }) => {
    await inTransaction(shop, (tx) => createShipment(tx, { ...out, courier: 'pretend' }));
    await expect(
      inTransaction(shop, (tx) => createShipment(tx, { ...out, reference: 'another', courier: 'pretend' })),
    ).rejects.toThrow('the parcel number TB9001 belongs to an order');
  });

  it('that was rolled back with its order is asked of nobody', async ({ ownShop }) => {
    const failed = inTransaction(ownShop, async (tx) => {
      await createShipment(tx, { ...out, courier: 'pretend' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await bookShipments(ownShop, pretendCourier(ownShop), silent)).toBe(0);
  });
});

describe('a parcel that somebody else carries [S-ODT-11]', () => {
  const make = (shop: Parameters<typeof createShipment>[0], manual: Record<string, string>) =>
    createShipment(shop, { ...out, courier: 'manual', manual: { carrier: 'Blue Dart', ...manual } });

  it('has the merchant’s words, and nobody is asked', async ({ shop }) => {
    const link = 'https://www.bluedart.com/tracking?id=123';
    expect(
      await inTransaction(shop, (tx) =>
        make(tx, { carrier: ' Blue Dart ', awb: ' 123 ', trackUrl: ` ${link} ` }),
      ),
    ).toMatchObject({
      carrier: 'Blue Dart',
      awb: '123',
      trackUrl: link,
      step: 'booked',
      nextTryAt: null,
    });
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
    await inTransaction(shop, (tx) => abandonShipment(tx, 'an order', 'out'));
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
  });

  it('may have neither a number nor a link', async ({ shop }) => {
    expect(await inTransaction(shop, (tx) => make(tx, { awb: '', trackUrl: '' }))).toMatchObject({
      awb: null,
      trackUrl: null,
    });
  });

  it.for([
    ['carrier', ' '],
    ['carrier', 'x'.repeat(61)],
    ['awb', 'x'.repeat(41)],
    ['trackUrl', 'http://bluedart.com/123'],
    ['trackUrl', 'javascript:alert(1)//https://'],
    ['trackUrl', 'bluedart.com/123'],
    ['trackUrl', 'https://'],
    ['trackUrl', 'https://tanabana.example@evil.example/'],
    ['trackUrl', `https://x.example/${'x'.repeat(500)}`],
  ] as const)('is refused with the %s %s, and the field is named', async ([field, value], { shop }) => {
    await expect(inTransaction(shop, (tx) => make(tx, { [field]: value }))).rejects.toMatchObject({
      name: 'bad-input',
      status: 400,
      fields: [{ field }],
    });
    expect(await findShipment(shop, 'an order', 'out')).toBeUndefined();
  });
});

describe('the worker', () => {
  it('asks again later and later, and parks what fails for a day', async ({ shop }) => {
    const { id } = await insertShipment(shop, 'pretend');
    const requested: number[] = [];
    const begun = +shop.clock.now();
    const away = {
      ...pretendCourier(shop),
      book: async () => {
        requested.push((+shop.clock.now() - begun) / minute);
        throw new CourierUnavailable('nobody is there');
      },
    };
    for (let at = 0; at < 26 * 60; at++) {
      await bookShipments(shop, away, silent);
      shop.clock.advance(minute);
    }
    expect(requested.slice(0, 8)).toEqual([0, 1, 2, 4, 8, 16, 32, 64]);
    expect(requested.length).toBeLessThan(24);
    const parked = await readShipment(shop, id);
    expect(parked.lastError).toBe('nobody is there');
    expect(parked.failedAt).not.toBeNull();
  });

  it('parks at once what is refused, and asks again when a person says so', async ({ shop }) => {
    const { id } = await insertShipment(shop, 'pretend');
    const courier = pretendCourier(shop);
    const refuses = { ...courier, book: () => Promise.reject(new CourierRejected('no such pincode')) };
    await bookShipments(shop, refuses, silent);
    expect(await readShipment(shop, id)).toMatchObject({ lastError: 'no such pincode' });
    shop.clock.advance(48 * 60 * minute);
    expect(await bookShipments(shop, courier, silent)).toBe(0);
    await inTransaction(shop, (tx) => retryShipment(tx, id));
    expect(await bookShipments(shop, courier, silent)).toBe(1);
    expect(await readShipment(shop, id)).toMatchObject({ step: 'booked', lastError: null });
    await expect(inTransaction(shop, (tx) => retryShipment(tx, id))).rejects.toMatchObject({
      name: 'no-such-shipment',
    });
  });

  it('is not held up by one parcel that is refused', async ({ shop }) => {
    const courier = pretendCourier(shop);
    const bad = await insertShipment(shop, 'pretend', 'TB9001');
    const good = await insertShipment(shop, 'pretend', 'TB9002');
    const picky: typeof courier = {
      ...courier,
      book: async (requested, keep) => {
        if (requested.details.number === 'TB9001') throw new CourierRejected('no such pincode');
        await courier.book(requested, keep);
      },
    };
    expect(await bookShipments(shop, picky, silent)).toBe(1);
    expect((await readShipment(shop, good.id)).step).toBe('booked');
    expect((await readShipment(shop, bad.id)).step).toBeNull();
  });

  it('leaves what another process asks about, until its lease is over', async ({ shop }) => {
    await insertShipment(shop, 'pretend');
    const courier = pretendCourier(shop);
    let inner = -1;
    const slow: typeof courier = {
      ...courier,
      book: async (requested, keep) => {
        inner = await bookShipments(shop, courier, silent);
        await courier.book(requested, keep);
      },
    };
    expect(await bookShipments(shop, slow, silent)).toBe(1);
    expect(inner).toBe(0);
  });

  it('keeps to the parcels of its own courier', async ({ shop }) => {
    await insertShipment(shop, 'shiprocket');
    expect(await bookShipments(shop, pretendCourier(shop), silent)).toBe(0);
  });
});

it('the parcels of many orders come with their scans, in two statements', async ({ shop }) => {
  const courier = pretendCourier(shop);
  const first = await insertShipment(shop, 'pretend', 'TB9001');
  await insertShipment(shop, 'pretend', 'TB9002');
  await bookShipments(shop, courier, silent);
  shop.clock.advance(2 * 60 * minute);
  const scan = { code: '18', location: null, step: 'shipped' as const };
  await insertTrackingEvents(
    shop,
    first,
    {
      expectedOn: null,
      scans: [
        { ...scan, text: 'later', at: new Date('2026-11-21T08:00:00Z'), fingerprint: 'b' },
        { ...scan, text: 'sooner', at: new Date('2026-11-21T07:00:00Z'), fingerprint: 'a' },
      ],
    },
    silent,
  );
  const requested: string[] = [];
  const counted = new Proxy(shop.db, {
    get: (db, name) => {
      if (name === 'select') requested.push('select');
      const value: unknown = Reflect.get(db, name, db);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const parcels = await listShipments({ ...shop, db: counted }, ['order of TB9001', 'order of TB9002', 'x']);
  expect(requested).toHaveLength(2);
  const reported = parcels.map(({ details: { number }, scans }) => [
    number,
    scans.map(({ description }) => description),
  ]);
  expect(reported.toSorted()).toEqual([
    ['TB9001', ['sooner', 'later']],
    ['TB9002', []],
  ]);
  expect(await listShipments(shop, [])).toEqual([]);
});

it('who may carry follows the settings, and somebody else always may', ({ shop }) => {
  const account = { email: '', password: '', pickup: '', webhookToken: '', url: undefined };
  const of = (more: Partial<typeof shop.config>) => listCouriers({ config: { ...shop.config, ...more } });
  expect(of({})).toEqual(['pretend', 'manual']);
  expect(of({ shiprocket: account, pretendsCourier: false })).toEqual(['shiprocket', 'manual']);
  expect(of({ pretendsCourier: false })).toEqual(['manual']);
});
