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
import { courierTokens } from './tables.server.ts';

describe('the access token', () => {
  it('requests an access token once in nine days, and stores it encrypted', async ({ shop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(shop);
    await runOnce();
    await insertShipment(shop, 'shiprocket', 'TB9002');
    shop.clock.advance(9 * 24 * hour - 1);
    await runOnce();
    expect(stub.countLogins()).toBe(1);
    const [stored] = await shop.db.select().from(courierTokens);
    expect(stored?.encrypted).not.toContain('token-1');
    expect(Buffer.from(stored?.encrypted ?? '', 'base64url').toString('latin1')).not.toContain('token-1');
    await insertShipment(shop, 'shiprocket', 'TB9003');
    shop.clock.advance(1);
    await runOnce();
    expect(stub.countLogins()).toBe(2);
  });

  it('replaces a rejected access token, and repeats the request', async ({ shop }) => {
    const { stub, runOnce, read } = await setUpShiprocketShipment(shop);
    await runOnce();
    stub.expireTokens();
    const { id } = await insertShipment(shop, 'shiprocket', 'TB9002');
    expect(await runOnce()).toBe(1);
    expect(stub.countLogins()).toBe(2);
    expect((await readShipment(shop, id)).step).toBe('booked');
    expect((await read()).step).toBe('booked');
  });

  it('requests one access token for concurrent workers, even after the old token has expired', async ({
    ownShop,
  }) => {
    const { stub } = await setUpShiprocketShipment(ownShop);
    const workers = [1, 2, 3, 4].map(() => shiprocket(ownShop, stub.account, 2000));
    const track = () =>
      Promise.all(
        workers.map((worker) => worker.track({ awb: '1', direction: 'out', number: shipmentInput.number })),
      );
    await track();
    expect(stub.countLogins()).toBe(1);
    stub.expireTokens();
    await track();
    expect(stub.countLogins()).toBe(2);
  });

  it('requests a new access token after the shop’s secret has changed', async ({ shop }) => {
    const { stub, runOnce } = await setUpShiprocketShipment(shop);
    await runOnce();
    const another = { ...shop, secret: Buffer.alloc(32, 'another') };
    const courier = shiprocket(another, stub.account, requestTimeoutMs);
    await courier.track({ awb: '1', direction: 'out', number: 'TB9001' });
    expect(stub.countLogins()).toBe(2);
  });

  it('pauses requests for an access token after a wrong password', async ({ shop }) => {
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
