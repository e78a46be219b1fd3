import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sorts } from '../contract.ts';
import { createListingIndex } from './listing-entries.ts';
import type { ListingEntryRow } from './listing-index.server.ts';

const rowOf = fc.record<ListingEntryRow>({
  id: fc.constantFrom('TB-1', 'TB-2', 'TB-3', 'TB-4', 'TB-5', 'TB-6'),
  categoryId: fc.constantFrom('Sarees', 'Stoles'),
  position: fc.nat(2),
  createdAt: fc.constantFrom(new Date('2026-01-01'), new Date('2026-01-02')),
  pricePaise: fc.constantFrom(100, 200),
  colour: fc.constantFrom('Lac red', null),
  colourFamily: fc.constantFrom('Red', ' red ', null),
  type: fc.constant(null),
  pattern: fc.constant(null),
  crafts: fc.constantFrom([], ['Ikat'], ['Ikat', 'Khadi']),
  fabrics: fc.constant(['Silk']),
  available: fc.nat(1),
  video: fc.constant(null),
});

/** A sequence of changes. Each change replaces the entries of `ids` by `rows`. */
const changesOf = fc.array(
  fc.record({
    ids: fc.subarray(['TB-1', 'TB-2', 'TB-3', 'TB-4', 'TB-5', 'TB-6']),
    rows: fc.uniqueArray(rowOf, { selector: ({ id }) => id }),
  }),
);

it('a listing index that is updated after every change equals one that is created after the last change', () => {
  fc.assert(
    fc.property(changesOf, (changes) => {
      const followed = createListingIndex();
      const known = new Map<string, ListingEntryRow>();
      for (const { ids, rows } of changes) {
        // Read the lists and counts here, because a change must update or discard those that have been read.
        for (const sort of sorts) followed.inOrder(sort);
        followed.countByCategory();
        followed.countByLabel('craft');
        const replaced = [...ids, ...rows.map(({ id }) => id)];
        followed.replace(replaced, rows);
        for (const id of replaced) known.delete(id);
        for (const row of rows) known.set(row.id, row);
      }
      const created = createListingIndex();
      created.replace([], [...known.values()]);
      const contentOf = ({ inOrder, countByCategory, countByLabel, count }: typeof created) => ({
        lists: sorts.map((sort) => inOrder(sort)),
        counts: [countByCategory(), countByLabel('craft'), countByLabel('color'), count],
      });
      expect(contentOf(followed)).toEqual(contentOf(created));
    }),
    { seed: 7 },
  );
});
