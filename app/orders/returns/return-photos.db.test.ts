import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import { gulnar, orderDetails, shopperWith, shopWithBank, stole } from '../../../tests/fixtures/checkout.ts';
import { decideReturn, inspectReturn, receiveReturn } from '../../../tests/fixtures/order-actions.ts';
import { deliverOrder, paidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { cleanMp4 } from '../../../tests/fixtures/videos.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { settings as storedSettings } from '../../content/tables.server.ts';
import { deleteAccount } from '../../customers/profile/profile.server.ts';
import { uploadsOf } from '../../foundation/files/uploads-storage.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readOrderOfCustomer } from '../customer-orders.server.ts';
import { readOrder } from '../for-staff/read-order.server.ts';
import { orderLines } from '../tables.server.ts';
import type { Selection } from './contract.ts';
import { requestReturn } from './return-order.server.ts';
import { addReturnPhoto, deleteOldReturnPhotos, removeReturnPhoto } from './return-photos.server.ts';
import { toReturnPhoto } from './returns.server.ts';
import { returnPhotos } from './tables.server.ts';

const day = 24 * 60 * 60_000;

const photograph = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a33' } })
  .jpeg()
  .withExif({ IFD0: { Copyright: 'Meera' } })
  .toBuffer();

/** Creates a delivered order of a new customer. Also returns functions that send requests for its photographs. */
async function delivered(shop: Shop, name = 'meera.new', ...products: string[]) {
  const { order, customerId } = await paidOrder(shop, name, ...(products.length > 0 ? products : [gulnar]));
  await deliverOrder(shop, order.id);
  const add = (id: string = crypto.randomUUID(), bytes: Buffer = photograph) => {
    const request = new Request('http://shop', { method: 'POST', body: new Uint8Array(bytes) });
    return addReturnPhoto(shop, customerId, { idOrNumber: order.id, id, request });
  };
  const returnWith = (photos: string[], items?: Selection) =>
    requestReturn(shop, customerId, order.id, { items, reason: '', note: '', photos });
  const remove = (id: string) => removeReturnPhoto(shop, customerId, { idOrNumber: order.id, id });
  return { orderId: order.id, customerId, add, returnWith, remove };
}

const rowsOf = (shop: Shop) => shop.db.select().from(returnPhotos);
const filesOf = async (shop: Shop) =>
  (await uploadsOf(shop).listNames()).filter((name) => name.startsWith('return-'));

describe('a photograph of a return', () => {
  it('is served with a width of 1,600 pixels and without metadata, only at its signed path and for an hour', async ({
    shop,
    app,
  }) => {
    const { add } = await delivered(shop);
    const { address } = await add();
    const response = await app.request(address);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(image).toMatchObject({ format: 'jpeg', width: 1600, height: 800 });
    expect(image.exif).toBeUndefined();
    const [row] = await rowsOf(shop);
    expect((await app.request(`/uploads/${row?.file}`)).status).toBe(404);
    expect((await app.request(address.replace('for=owner', 'for=staff'))).status).toBe(404);
    shop.clock.advance(3_600_000);
    expect((await app.request(address)).status).toBe(404);
  });

  it('may be larger than the body of other requests, but at most 10 MB', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const placed = await (await meera.post('/checkout/', { orderDetails })).json();
    await deliverOrder(shop, placed.order._id);
    const { authorization } = Object.fromEntries(new Headers(meera.headers));
    const send = (bytes: number) =>
      app.request(`/api/shipment/return/${placed.order._id}/photos`, {
        method: 'POST',
        headers: { authorization: authorization ?? '', 'idempotency-key': crypto.randomUUID() },
        body: new Uint8Array(bytes),
      });
    expect((await send(100 * 1024)).status).toBe(400);
    expect((await send(10 * 1024 * 1024 + 1)).status).toBe(413);
  });

  it('is stored once if its upload is repeated, and is rejected if it is a video or no image', async ({
    shop,
  }) => {
    const { add } = await delivered(shop);
    await expect(add(undefined, Buffer.from('rubbish'))).rejects.toMatchObject({ status: 400 });
    const message = 'This is a video. Please choose photographs here, and email us the video.';
    await expect(add(undefined, cleanMp4)).rejects.toMatchObject({ status: 400, message });
    expect(await filesOf(shop)).toEqual([]);
    const id = crypto.randomUUID();
    await Promise.all([add(id), add(id)]);
    await add(id);
    expect([await rowsOf(shop), await filesOf(shop)]).toMatchObject([[{ id }], [expect.any(String)]]);
  });

  it('is accepted for a line that is not returnable, because the shop may be at fault, but only in the return period [S-POL-16]', async ({
    shop,
  }) => {
    const { add, orderId } = await delivered(shop);
    await shop.db.update(orderLines).set({ returnable: false }).where(eq(orderLines.orderId, orderId));
    await add();
    expect(await filesOf(shop)).toHaveLength(1);
    shop.clock.advance(7 * day);
    await expect(add()).rejects.toMatchObject({ status: 409, name: 'not-returnable' });
  });

  it('replaces the oldest of six photographs while no return is requested', async ({ shop }) => {
    const { add, remove } = await delivered(shop);
    const ashas = await (await delivered(shop, 'asha.new', stole)).add();
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
    for (const id of ids) {
      await add(id);
      shop.clock.advance(1000);
    }
    const { id: seventh } = await add();
    const expected = [...ids.slice(1), seventh, ashas.id];
    expect((await rowsOf(shop)).map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    expect(await filesOf(shop)).toHaveLength(7);
    await remove(seventh);
    expect(await filesOf(shop)).toHaveLength(6);
  });

  it('is rejected if it belongs to another customer’s order or to an earlier return', async ({ shop }) => {
    const asha = await delivered(shop, 'asha.new');
    const { id: ashas } = await asha.add();
    const meera = await delivered(shop, 'meera.new', stole, stole);
    const { add, remove, returnWith, orderId } = meera;
    const changed = { status: 409, name: 'photos-changed' };
    await expect(add(ashas)).rejects.toMatchObject(changed);
    await expect(remove(ashas)).rejects.toMatchObject({ status: 404, name: 'no-such-photo' });
    const one = [{ position: 0, quantity: 1 }];
    await expect(returnWith([ashas], one)).rejects.toMatchObject(changed);
    expect(await rowsOf(shop)).toMatchObject([{ id: ashas, returnId: null }]);
    const request = new Request('http://shop', { method: 'POST', body: new Uint8Array(photograph) });
    const toMeera = { idOrNumber: orderId, id: crypto.randomUUID(), request };
    await expect(addReturnPhoto(shop, asha.customerId, toMeera)).rejects.toMatchObject({ status: 404 });
    const { id } = await add();
    await returnWith([id], one);
    await decideReturn(shop, orderId, { approve: true });
    await receiveReturn(shop, orderId);
    await inspectReturn(shop, orderId, { resellable: true });
    await expect(returnWith([id], one)).rejects.toMatchObject(changed);
  });

  it('cannot be removed by the customer after the return is requested, and a seventh cannot be added', async ({
    shop,
  }) => {
    const { add, remove, returnWith } = await delivered(shop);
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
    for (const id of ids) await add(id);
    await returnWith(ids);
    await expect(add()).rejects.toMatchObject({ status: 409, name: 'too-many-photos' });
    await expect(remove(ids[0] ?? '')).rejects.toMatchObject({ status: 404, name: 'no-such-photo' });
    expect(await filesOf(shop)).toHaveLength(6);
  });

  it('is shown to the customer until the decision, and afterwards only to staff', async ({ shop, app }) => {
    const { add, returnWith, customerId, orderId } = await delivered(shop);
    const { id } = await add();
    await returnWith([id]);
    const [open] = (await readOrderOfCustomer(shop, customerId, orderId)).returns;
    const address = open?.photos[0]?.address ?? '';
    expect((await app.request(address)).status).toBe(200);
    await decideReturn(shop, orderId, { approve: true });
    expect((await app.request(address)).status).toBe(404);
    expect((await app.request(toReturnPhoto(shop, id, 'staff').address)).status).toBe(200);
    await expect(add()).rejects.toMatchObject({ status: 409, name: 'not-returnable' });
    const [decided] = (await readOrderOfCustomer(shop, customerId, orderId)).returns;
    expect(decided?.photos).toEqual([]);
  });

  it('is deleted at once with the customer’s account, and after a day if no return uses it', async ({
    shop,
  }) => {
    const { add, returnWith, customerId } = await delivered(shop);
    await returnWith([(await add()).id]);
    await (await delivered(shop, 'asha.new', stole)).add();
    expect(await deleteOldReturnPhotos(shop)).toBe(0);
    await deleteAccount(shop, customerId);
    expect(await deleteOldReturnPhotos(shop)).toBe(1);
    shop.clock.advance(day + 1);
    expect(await deleteOldReturnPhotos(shop)).toBe(1);
    expect([await rowsOf(shop), await filesOf(shop)]).toEqual([[], []]);
  });
});

describe('a return’s photograph in a bucket', () => {
  const inBucket = it.extend('machines', async ({ shop, dataDir }, { onCleanup }) => {
    const storage = await openStorage();
    onCleanup(() => storage.close());
    const open = (name: string) => {
      const config = { ...shop.config, dataDir: path.join(dataDir, name), bucket: storage.account };
      const machine = { ...shop, config };
      return { machine, app: createApp({ shop: machine }) };
    };
    return { storage, first: open('first'), second: open('second') };
  });

  inBucket('is served to staff by another machine, and not under /uploads', async ({ machines }) => {
    const { storage, first, second } = machines;
    const { add, returnWith, orderId } = await delivered(first.machine);
    await returnWith([(await add()).id]);
    const [row] = await rowsOf(first.machine);
    expect([...storage.objects.keys()]).toEqual([`uploads/${row?.file}`]);
    await decideReturn(first.machine, orderId, { approve: true });
    const [request] = (await readOrder(second.machine, orderId)).returns;
    const response = await second.app.request(request?.photos[0]?.address ?? '');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(image).toMatchObject({ format: 'jpeg', width: 1600 });
    expect((await second.app.request(`/uploads/${row?.file}`)).status).toBe(404);
    expect(storage.rejected).toEqual([]);
  });

  inBucket('is deleted after the number of days that the owner has set', async ({ shop, machines }) => {
    const { storage, first } = machines;
    const photoDays = sql`jsonb_set(${storedSettings.value}, '{returns,photoDays}', '31')`;
    await shop.db.update(storedSettings).set({ value: photoDays });
    const { add, returnWith, orderId } = await delivered(first.machine);
    await returnWith([(await add()).id]);
    await decideReturn(first.machine, orderId, { approve: false, text: 'It was worn.' });
    shop.clock.advance(31 * day);
    expect(await deleteOldReturnPhotos(first.machine)).toBe(0);
    shop.clock.advance(1);
    expect(await deleteOldReturnPhotos(first.machine)).toBe(1);
    expect([...storage.objects.keys()]).toEqual([]);
  });
});
