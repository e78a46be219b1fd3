import { describe, expect, it } from 'vitest';
import { leftOutMessage, mergeMessage } from './merge-messages.ts';

const brought = (name: string, requested: number, available: number, sizeLabel: string | null = null) => ({
  name,
  requested,
  available,
  sizeLabel,
});
const unknown = (...names: string[]) => names.map((productName) => ({ proId: 'TB', productName }));

describe('the words after a merge', () => {
  it('there are none when all came along [S-CART-17]', () => {
    expect(mergeMessage([brought('Gulnar', 1, 1)], [])).toBeNull();
  });

  it('name what there are fewer of [S-CART-17]', () => {
    expect(mergeMessage([brought('Ajrakh Suit', 5, 2, 'M')], [])).toBe('Ajrakh Suit, size M: Only 2 left.');
  });

  it('name what is sold out, and what the shop no longer has', () => {
    expect(mergeMessage([brought('Narmada', 1, 0)], unknown('Rukmini'))).toBe(
      'Narmada is sold out. Rukmini is no longer in the shop.',
    );
  });

  it('name at most three of a kind', () => {
    const five = ['A', 'B', 'C', 'D', 'E'];
    expect(leftOutMessage(unknown(...five))).toBe('A, B, C and 2 more are no longer in the shop.');
    expect(
      mergeMessage(
        five.map((name) => brought(name, 3, 1)),
        [],
      ),
    ).toBe('A: Only 1 left. B: Only 1 left. C: Only 1 left. And fewer of 2 more.');
  });

  it('fall back on the piece’s number, and name each once', () => {
    expect(leftOutMessage([{ proId: 'TB-1' }, { proId: 'TB-1' }])).toBe('TB-1 is no longer in the shop.');
    expect(leftOutMessage(unknown('A', 'B'))).toBe('A and B are no longer in the shop.');
    expect(leftOutMessage([])).toBeNull();
  });
});
