import { test as base, expect } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import { openBucket } from './uploads-s3.server.ts';

const it = base
  .extend('storage', async ({ task: _ }, { onCleanup }) => {
    const storage = await openStorage();
    onCleanup(() => storage.close());
    return storage;
  })
  .extend('bucket', ({ storage }) => openBucket(storage.account));

const text = (text: string) => Buffer.from(text);
const shortTimeoutMs = 300;

const filesAway = (cause: string) => ({
  ...{ name: 'files-away', status: 503, cause: { message: expect.stringContaining(cause) } },
});

async function readAll(bucket: ReturnType<typeof openBucket>, key: string): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  const exists = await bucket.get(key, async (part) => void parts.push(part));
  return exists ? Buffer.concat(parts).toString() : undefined;
}

it('stores, finds, reads and removes objects with valid signatures', async ({ bucket, storage }) => {
  expect(await bucket.head('uploads/a.jpg')).toBeUndefined();
  expect(await readAll(bucket, 'uploads/a.jpg')).toBeUndefined();
  await bucket.put('uploads/a.jpg', text('ikat'), 'image/jpeg');
  expect(storage.objects.get('uploads/a.jpg')).toMatchObject({ type: 'image/jpeg' });
  const first = await bucket.head('uploads/a.jpg');
  expect(first?.version).toMatch(/^[0-9a-f]{32}$/);
  expect(await readAll(bucket, 'uploads/a.jpg')).toBe('ikat');
  await bucket.put('uploads/a.jpg', text('bandhani'), 'image/jpeg');
  expect((await bucket.head('uploads/a.jpg'))?.version).not.toBe(first?.version);
  await bucket.remove('uploads/a.jpg');
  await bucket.remove('uploads/a.jpg');
  expect(await bucket.head('uploads/a.jpg')).toBeUndefined();
  expect(storage.rejected).toEqual([]);
});

it('lists all objects of a bucket whose list has several pages', async ({ bucket, storage }) => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await bucket.put(`uploads/${name}.jpg`, text(name), 'image/jpeg');
  await bucket.put('pictures/x.jpg', text('x'), 'image/jpeg');
  const keys = (await bucket.list('uploads/')).map(({ key }) => key);
  expect(keys).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `uploads/${name}.jpg`));
  expect(storage.rejected).toEqual([]);
});

it.for([
  ['secret', 'another secret', 'SignatureDoesNotMatch'],
  ['keyId', 'AKIANOBODY', 'InvalidAccessKeyId'],
  ['region', 'us-east-1', 'AuthorizationHeaderMalformed'],
] as const)(
  'rejects a request with a wrong %s, and names the cause',
  async ([what, wrong, code], { storage }) => {
    const bucket = openBucket({ ...storage.account, [what]: wrong });
    const stored = bucket.put('uploads/a.jpg', text('a'), 'image/jpeg');
    await expect(stored).rejects.toMatchObject(filesAway(code));
    expect(storage.objects.size).toBe(0);
  },
);

it('rejects a request without a response after the timeout, and the following requests at once', async ({
  storage,
}) => {
  const bucket = openBucket(storage.account, shortTimeoutMs);
  storage.setMode('silent');
  const start = performance.now();
  await expect(bucket.head('uploads/a.jpg')).rejects.toMatchObject(filesAway('timed out'));
  expect(performance.now() - start).toBeGreaterThan(shortTimeoutMs - 50);
  const count = storage.requests.length;
  const later = await Promise.allSettled(Array.from({ length: 50 }, () => bucket.head('uploads/b.jpg')));
  expect(later.every(({ status }) => status === 'rejected')).toBe(true);
  expect(storage.requests.length).toBe(count);
});

it('retries a request once if the storage fails, and waits for a slow response', async ({
  bucket,
  storage,
}) => {
  storage.breakOnce();
  await bucket.put('uploads/a.jpg', text('a'), 'image/jpeg');
  expect(storage.objects.size).toBe(1);
  storage.setMode('slow');
  await bucket.put('uploads/b.jpg', text('b'), 'image/jpeg');
  expect((await bucket.head('uploads/b.jpg'))?.version).toBeTruthy();
});

it.for(['broken', 'truncated'] as const)(
  'rejects a read if the response is %s',
  async (mode, { bucket, storage }) => {
    await bucket.put('uploads/a.jpg', Buffer.alloc(500_000, 'a'), 'image/jpeg');
    storage.setMode(mode);
    await expect(readAll(bucket, 'uploads/a.jpg')).rejects.toMatchObject({ name: 'files-away' });
  },
);
