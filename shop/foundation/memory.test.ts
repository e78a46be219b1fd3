import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { furnishedShop } from '../../tests/furnished-shop.ts';
import { openMemory, remembered } from './memory.server.ts';
import { noteShown, shows } from './shown.server.ts';

/** Nothing here reads a row. */
const testShop = () => furnishedShop(drizzle.mock(), '/nowhere');

function openCounted() {
  const memory = openMemory();
  memory.trust(true);
  let reads = 0;
  const read = remembered(async (_shop, name: string) => {
    reads += 1;
    const mine = reads;
    shows(`product:${name}`);
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
  const tagsOf = async () => [...(await noteShown(() => read(shop, 'a'))).tags];
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

it('does not remember what failed', async () => {
  const memory = openMemory();
  memory.trust(true);
  let asked = 0;
  const read = remembered(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return asked;
  });
  const shop = { ...testShop(), memory };
  await expect(read(shop, '')).rejects.toThrow('away');
  expect(await read(shop, '')).toBe(2);
});
