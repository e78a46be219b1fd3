import { test as base, describe, expect } from 'vitest';
import { openStorage } from '../../../tests/doubles/s3.ts';
import { Problem } from '../http/problem.ts';
import { openBucket } from './uploads-s3.server.ts';

const it = base.extend('storage', async ({ task: _ }, { onCleanup }) => {
  const storage = await openStorage();
  onCleanup(() => storage.close());
  return storage;
});

const text = (text: string) => Buffer.from(text);
const impatientMs = 300;

async function awayOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof Problem) return error;
  throw new Error(`It did not refuse, but answered ${String(error)}`);
}

async function readAll(bucket: ReturnType<typeof openBucket>, key: string): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  const there = await bucket.get(key, async (part) => void parts.push(part));
  return there ? Buffer.concat(parts).toString() : undefined;
}

describe('a bucket', () => {
  it('keeps, tells, gives and removes; every request is signed as the storage wants it', async ({
    storage,
  }) => {
    const bucket = openBucket(storage.account);
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
    expect(storage.refused).toEqual([]);
  });

  it('is listed to its end, page by page', async ({ storage }) => {
    const bucket = openBucket(storage.account);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await bucket.put(`uploads/${name}.jpg`, text(name), 'image/jpeg');
    await bucket.put('pictures/x.jpg', text('x'), 'image/jpeg');
    const keys = (await bucket.list('uploads/')).map(({ key }) => key);
    expect(keys).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `uploads/${name}.jpg`));
    expect(storage.refused).toEqual([]);
  });

  it.for([
    ['secret', 'another secret', 'SignatureDoesNotMatch'],
    ['keyId', 'AKIANOBODY', 'InvalidAccessKeyId'],
    ['region', 'us-east-1', 'AuthorizationHeaderMalformed'],
  ] as const)(
    'with a wrong %s is away, and the reason is kept for the log',
    async ([what, wrong, code], { storage }) => {
      const bucket = openBucket({ ...storage.account, [what]: wrong });
      const problem = await awayOf(bucket.put('uploads/a.jpg', text('a'), 'image/jpeg'));
      expect(problem.status).toBe(503);
      expect(String(problem.cause)).toContain(code);
      expect(storage.objects.size).toBe(0);
    },
  );

  it('that breaks once is asked once more', async ({ storage }) => {
    const bucket = openBucket(storage.account);
    storage.breakOnce();
    await bucket.put('uploads/a.jpg', text('a'), 'image/jpeg');
    expect(storage.objects.size).toBe(1);
  });

  it('that is silent is given up, and for a while nobody waits for it', async ({ storage }) => {
    const bucket = openBucket(storage.account, impatientMs);
    storage.setMode('silent');
    const begun = performance.now();
    const problem = await awayOf(bucket.head('uploads/a.jpg'));
    expect([problem.name, problem.status]).toEqual(['files-away', 503]);
    expect(String(problem.cause)).toContain('timed out');
    expect(performance.now() - begun).toBeGreaterThan(impatientMs - 50);
    const calls = storage.requests.length;
    await Promise.all(Array.from({ length: 50 }, () => awayOf(bucket.head('uploads/b.jpg'))));
    expect(storage.requests.length).toBe(calls);
  });

  it('that is slow, but answers, is waited for', async ({ storage }) => {
    const bucket = openBucket(storage.account);
    storage.setMode('slow');
    await bucket.put('uploads/a.jpg', text('a'), 'image/jpeg');
    expect((await bucket.head('uploads/a.jpg'))?.version).toBeTruthy();
  });

  it.for(['broken', 'breaksOff'] as const)(
    'that is %s gives nothing rather than half',
    async (mood, { storage }) => {
      const bucket = openBucket(storage.account);
      await bucket.put('uploads/a.jpg', Buffer.alloc(500_000, 'a'), 'image/jpeg');
      storage.setMode(mood);
      expect((await awayOf(readAll(bucket, 'uploads/a.jpg'))).name).toBe('files-away');
    },
  );

  it('that nobody answers for is away', async ({ storage }) => {
    const bucket = openBucket(storage.account);
    await storage.close();
    expect((await awayOf(bucket.list('uploads/'))).name).toBe('files-away');
  });
});
