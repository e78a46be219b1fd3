import { describe, expect, it } from 'vitest';
import { applyWish, isWished, pendingWishedState, withoutRemoved } from './rules.ts';

const requested = new Map([
  ['A', { wished: true, token: 'mine' }],
  ['B', { wished: false, token: 'mine' }],
  ['C', { wished: false, token: 'before' }],
]);

describe('a heart', () => {
  it.each([
    ['what was asked last counts', true, ['A'], true],
    ['what was asked last counts, against what the shop knows', false, ['A'], false],
    ['then what the shop knows', undefined, ['A'], true],
    ['what the shop does not know is empty', undefined, ['B'], false],
    ['what nobody knows yet is empty', undefined, undefined, false],
  ])('%s [S-WISH-06]', (_, wanted, known, full) => {
    expect(isWished('A', wanted, known)).toBe(full);
  });

  it('shows nothing of what was asked in another session [S-WISH-06]', () => {
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

describe('the known hearts', () => {
  it.each([
    [['A', 'B'], 'C', true, ['C', 'A', 'B']],
    [['A', 'B'], 'B', true, ['A', 'B']],
    [['A', 'B'], 'A', false, ['B']],
    [['A', 'B'], 'C', false, ['A', 'B']],
    [[], 'A', true, ['A']],
  ])('%j with %s %s are %j [S-WISH-06]', (known, proId, wished, expected) => {
    expect(applyWish(known, proId, wished)).toEqual(expected);
  });
});

it('the list is shown without what this session has taken off [S-WISH-02]', () => {
  const items = ['A', 'B', 'C', 'D'].map((proId) => ({ proId }));
  expect(withoutRemoved(items, requested, 'mine').map(({ proId }) => proId)).toEqual(['A', 'C', 'D']);
});
