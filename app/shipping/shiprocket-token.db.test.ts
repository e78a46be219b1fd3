import { describe, expect } from 'vitest';
import { requestTimeoutMs, setUpShiprocketShipment } from '../../tests/doubles/shiprocket-shipment.ts';
import {
  hour,
  insertShipment,
  minute,
  readShipment,
  recordTrackingUpdates,
  shipmentInput,
} from '../../tests/fixtures/shipments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { bookShipments } from './shipment-worker.server.ts';
import { shiprocket } from './shiprocket.server.ts';

describe('Shiprocket’s access token', () => {
  it('is requested once in nine days', async ({ shop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(shop);
    await runOnce();
    await insertShipment(shop, 'shiprocket', 'TB9002');
    shop.clock.advance(9 * 24 * hour - 1);
    await runOnce();
    expect(stub.countLogins()).toBe(1);
    await insertShipment(shop, 'shiprocket', 'TB9003');
    shop.clock.advance(1);
    await runOnce();
    expect(stub.countLogins()).toBe(2);
  });

  it('is replaced if Shiprocket rejects it, and the request is repeated', async ({ shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    stub.expireTokens();
    const { id } = await insertShipment(shop, 'shiprocket', 'TB9002');
    expect(await runOnce()).toBe(1);
    expect(stub.countLogins()).toBe(2);
    expect((await readShipment(shop, id)).step).toBe('booked');
    expect((await read()).step).toBe('booked');
  });

  it('is requested once for concurrent requests, even after its expiry', async ({ shop }) => {
    const { stub } = await setUpShiprocketShipment(shop);
    const courier = shiprocket(shop, stub.account, 2000);
    const track = () =>
      Promise.all(
        [1, 2, 3, 4].map(() => courier.track({ awb: '1', direction: 'out', number: shipmentInput.number })),
      );
    await track();
    expect(stub.countLogins()).toBe(1);
    stub.expireTokens();
    await track();
    expect(stub.countLogins()).toBe(2);
  });

  it('is not requested again for some time after a wrong password', async ({ shop }) => {
    const { stub, id } = await setUpShiprocketShipment(shop);
    const courier = shiprocket(shop, { ...stub.account, password: 'wrong' }, requestTimeoutMs);
    for (let round = 0; round < 5; round++) {
      await bookShipments(shop, courier, recordTrackingUpdates().onTrackingUpdate);
      shop.clock.advance(2 * minute);
    }
    expect(stub.countLogins()).toBe(1);
    expect(await readShipment(shop, id)).toMatchObject({ failedAt: null, step: null });
  });
});
