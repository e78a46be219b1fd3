import { describe, expect, it } from 'vitest';
import type { NoteKind } from './contract.ts';
import { blockedReason, leftOutMessage, mergeMessage } from './messages.ts';

const merged = (
  name: string,
  requested: number,
  available: number,
  sizeLabel: string | null = null,
  heldUntil: number | null = null,
) => ({ name, requested, available, sizeLabel, heldUntil });
const unknown = (...names: string[]) => names.map((productName) => ({ proId: 'TB', productName }));

describe('the message that the checkout is blocked', () => {
  const reasonOf = (...kinds: NoteKind[]) =>
    blockedReason({ items: kinds.map((kind) => ({ notes: [{ kind, words: '' }] })) });

  it('asks the shopper to remove sold-out products, but not held products, and is undefined if all lines can be bought', () => {
    expect(reasonOf('held', 'sold-out')).toBe('Please remove what is no longer available, then check out.');
    expect(reasonOf('held', 'size')).toBe(
      'One of your pieces is being paid for right now. You can check out when it is available again, or without it.',
    );
    expect(reasonOf('price', 'fewer')).toBeUndefined();
  });
});

describe('the message after a merge', () => {
  it.each<
    [what: string, lines: ReturnType<typeof merged>[], left: ReturnType<typeof unknown>, text: string | null]
  >([
    ['is null if all units were merged [S-CART-17]', [merged('Gulnar', 1, 1)], [], null],
    [
      'names the size whose quantity was reduced [S-CART-17]',
      [merged('Ajrakh', 5, 2, 'M')],
      [],
      'Ajrakh, size M: Only 2 left.',
    ],
    [
      'names products that are sold out or unpublished',
      [merged('Narmada', 1, 0)],
      unknown('Rukmini'),
      'Narmada is sold out. Rukmini is no longer in the shop.',
    ],
    [
      'does not call a held product sold out',
      [merged('Gulnar', 1, 0, null, 0), merged('Narmada', 1, 0)],
      [],
      'Gulnar is being paid for right now. Narmada is sold out.',
    ],
  ])('%s', (_, lines, left, text) => {
    expect(mergeMessage(lines, left)).toBe(text);
  });

  it('names at most three products whose quantity was reduced, and at most three that are no longer in the shop', () => {
    const five = ['A', 'B', 'C', 'D', 'E'];
    expect(leftOutMessage(unknown(...five))).toBe('A, B, C and 2 more are no longer in the shop.');
    const capped = five.map((name) => merged(name, 3, 1));
    expect(mergeMessage(capped, [])).toBe(
      'A: Only 1 left. B: Only 1 left. C: Only 1 left. The quantities of 2 more pieces were also reduced.',
    );
  });

  it('uses the product number if the name is missing, and names each product once', () => {
    expect(leftOutMessage([{ proId: 'TB-1' }, { proId: 'TB-1' }])).toBe('TB-1 is no longer in the shop.');
    expect(leftOutMessage(unknown('A', 'B'))).toBe('A and B are no longer in the shop.');
    expect(leftOutMessage([])).toBeNull();
  });
});
