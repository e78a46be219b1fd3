import { expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { cashOrder, readOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { savePrivateNote } from './orders.server.ts';

it('replaces a private note only if the order exists and its note equals `before`', async ({ shop }) => {
  const { order } = await cashOrder(shop, 'meera.new', gulnar);
  const other = await cashOrder(shop, 'asha.new', stole);
  const saveNote = (privateNote: string, before: string) =>
    savePrivateNote(shop, order.id, { privateNote, before });
  expect(await saveNote('Call before noon', '')).toBe(true);
  expect(await saveNote('Call after noon', '')).toBe(false);
  expect((await readOrder(shop, order.id)).privateNote).toBe('Call before noon');
  expect(await saveNote('', 'Call before noon')).toBe(true);
  expect((await readOrder(shop, other.order.id)).privateNote).toBe('');
  const unknown = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12';
  expect(await savePrivateNote(shop, unknown, { privateNote: 'Call', before: '' })).toBe(false);
});
