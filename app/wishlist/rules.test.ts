import { describe, expect, it } from 'vitest';
import { applyWish, isWished, pendingWishedState, withoutRemoved } from './rules.ts';

const requested = new Map([
  ['A', { wished: true, token: 'mine' }],
  ['B', { wished: false, token: 'mine' }],
  ['C', { wished: false, token: 'before' }],
]);

describe('the heart of a product', () => {
  it.each([
    ['is full after a press', true, ['A'], true],
    ['is empty after a press, even if the server has the product saved', false, ['A'], false],
    ['is full without a press if the product is saved', undefined, ['A'], true],
    ['is empty without a press if the product is not saved', undefined, ['B'], false],
    ['is empty until the saved products are loaded', undefined, undefined, false],
  ])('%s [S-WISH-06]', (_, pending, savedIds, expected) => {
    expect(isWished('A', pending, savedIds)).toBe(expected);
  });

  it('is not changed by a press of the heart in another session [S-WISH-06]', () => {
    expect(['A', 'B', 'C', 'D'].map((proId) => pendingWishedState(requested, proId, 'mine'))).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
    expect(pendingWishedState(requested, 'A', undefined)).toBeUndefined();
    expect(pendingWishedState(requested, 'D', undefined)).toBeUndefined();
  });
});

describe('a press of a heart', () => {
  it.each([
    ['C', true, ['A', 'B'], ['C', 'A', 'B']],
    ['B', true, ['A', 'B'], ['A', 'B']],
    ['A', false, ['A', 'B'], ['B']],
    ['C', false, ['A', 'B'], ['A', 'B']],
    ['A', true, [], ['A']],
  ])(
    'of product %s with `wished` = %s changes the saved products from %j to %j [S-WISH-06]',
    (proId, wished, savedIds, expected) => {
      expect(applyWish(savedIds, proId, wished)).toEqual(expected);
    },
  );
});

it('the list omits the products whose removal is pending in this session [S-WISH-02]', () => {
  const items = ['A', 'B', 'C', 'D'].map((proId) => ({ proId }));
  expect(withoutRemoved(items, requested, 'mine').map(({ proId }) => proId)).toEqual(['A', 'C', 'D']);
});
