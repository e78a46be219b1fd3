import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { cached, createReadCache } from './read-cache.server.ts';

/** Nothing here reads a row. */
const testShop = () => shopWithFixtures(drizzle.mock(), '/nowhere');

function openCounted() {
  const memory = createReadCache();
  memory.trust(true);
  let reads = 0;
  const read = cached(async (_shop, name: string) => {
    reads += 1;
    const mine = reads;
    tag(`product:${name}`);
    await Promise.resolve();
    return { name, reads: mine };
  });
  return { memory, read, shop: { ...testShop(), memory } };
}

it('reads once, until something that it shows changes', async () => {
  const { memory, read, shop } = openCounted();
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  memory.drop('product:b');
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  memory.drop('product:a');
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 2 });
});

it('whoever asks for the same at once waits for one reading, but not for one from before a change', async () => {
  const { memory, read, shop } = openCounted();
  const first = read(shop, 'a');
  const second = read(shop, 'a');
  memory.drop('product:a');
  const third = read(shop, 'a');
  expect((await Promise.all([first, second, third])).map(({ reads }) => reads)).toEqual([1, 1, 2]);
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 2 });
});

it('an answer that is made of what is remembered shows the same as one that was read', async () => {
  const { read, shop } = openCounted();
  const tagsOf = async () => [...(await collectTags(() => read(shop, 'a'))).tags];
  expect(await tagsOf()).toEqual(['product:a']);
  expect(await tagsOf()).toEqual(['product:a']);
});

it('remembers nothing without a memory, nor while changes are not heard', async () => {
  const { memory, read, shop } = openCounted();
  const { memory: _none, ...bare } = shop;
  expect((await read(bare, 'a')).reads).toBe(1);
  memory.trust(false);
  expect((await read(shop, 'a')).reads).toBe(2);
  expect((await read(shop, 'a')).reads).toBe(3);
});

it('remembers each thing that is asked for by itself, also what there is not', async () => {
  const memory = createReadCache();
  memory.trust(true);
  const asked: unknown[] = [];
  const read = cached(async (_shop, one: object | undefined) => {
    asked.push(one);
    return one;
  });
  const shop = { ...testShop(), memory };
  for (const one of [{ id: 1 }, { id: 2 }, undefined]) {
    expect(await read(shop, one)).toEqual(one);
    expect(await read(shop, one)).toEqual(one);
  }
  expect(asked).toEqual([{ id: 1 }, { id: 2 }, undefined]);
});

it('does not remember what is too large', async () => {
  const memory = createReadCache();
  memory.trust(true);
  let reads = 0;
  const read = cached(async (_shop, length: number) => {
    reads += 1;
    return 'x'.repeat(length);
  });
  const shop = { ...testShop(), memory };
  for (const length of [2_200_000, 2_200_000, 1_000_000, 1_000_000]) await read(shop, length);
  expect(reads).toBe(3);
});

it('one memory tells all that belongs to it what has changed, and whether changes are heard', async () => {
  const memory = createReadCache();
  const dropped: string[] = [];
  const trusted: boolean[] = [];
  const isHeard = memory.join({
    drop: (tag) => void dropped.push(tag),
    trust: (is) => void trusted.push(is),
  });
  const before = memory.open<string>();
  expect(isHeard()).toBe(false);
  memory.trust(true);
  expect(isHeard()).toBe(true);
  const after = memory.open<string>();
  for (const part of [before, after]) {
    const made = { tags: ['product:1'], begun: part.begin(), bytes: 0 };
    expect(part.keep('a', 'found', made)).toBe(true);
  }
  memory.drop('product:1');
  expect([before.find('a'), after.find('a')]).toEqual([undefined, undefined]);
  memory.trust(false);
  expect([dropped, trusted, isHeard()]).toEqual([['product:1'], [true, false], false]);
});

it('a reading that was begun before a change does not end the wait for one that was begun after it', async () => {
  const memory = createReadCache();
  memory.trust(true);
  const ends: ((value: number) => void)[] = [];
  const read = cached(() => {
    tag('product:a');
    return new Promise<number>((resolve) => void ends.push(resolve));
  });
  const shop = { ...testShop(), memory };
  const old = read(shop, 'a');
  memory.drop('product:a');
  const fresh = read(shop, 'a');
  ends[0]?.(1);
  expect(await old).toBe(1);
  const joined = read(shop, 'a');
  ends[1]?.(2);
  expect(await Promise.all([fresh, joined])).toEqual([2, 2]);
  expect(ends).toHaveLength(2);
});

it('does not remember what failed', async () => {
  const memory = createReadCache();
  memory.trust(true);
  let asked = 0;
  const read = cached(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return asked;
  });
  const shop = { ...testShop(), memory };
  await expect(read(shop, '')).rejects.toThrow('away');
  expect(await read(shop, '')).toBe(2);
});
