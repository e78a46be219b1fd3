import fc from 'fast-check';
import { expect } from 'vitest';
import { emptyCart } from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Problem } from '../foundation/http/problem.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import type { Cart } from './contract.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { readCart } from './read-cart.server.ts';

/** Stock of each variant, and its unit price in rupees. */
const variants: Record<string, { proId: string; stock: number; price: number }> = {
  'TB-SAR-001': { proId: 'TB-SAR-001', stock: 1, price: 24_800 },
  'TB-SAR-005': { proId: 'TB-SAR-005', stock: 3, price: 9800 },
  'TB-SAR-009': { proId: 'TB-SAR-009', stock: 0, price: 5600 },
  'TB-STO-001': { proId: 'TB-STO-001', stock: 40, price: 450 },
  'TB-SUT-001-M': { proId: 'TB-SUT-001', stock: 2, price: 3850 },
  'TB-SUT-001-XL': { proId: 'TB-SUT-001', stock: 1, price: 3850 },
};

const variant = fc.constantFrom(...Object.keys(variants));
const quantity = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(40, 99, 10_000));
const entry = fc.record({ variant, quantity });
const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), variant, quantity }),
  fc.record({ kind: fc.constant('edit' as const), variant, quantity }),
  fc.record({ kind: fc.constant('remove' as const), variant }),
  fc.record({
    kind: fc.constant('merge' as const),
    key: fc.constantFrom(1, 2, 3),
    entries: fc.array(entry, { maxLength: 4 }),
  }),
);

/** The expected cart: the quantity of each variant, and the merge keys. */
type Model = { lines: Map<string, number>; keys: Set<number> };
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Applies a command to the model. Returns the name of the problem if the command must fail. */
function applyToModel({ lines, keys }: Model, command: Command): string | undefined {
  if (command.kind === 'merge') {
    if (keys.has(command.key)) return undefined;
    keys.add(command.key);
    const requested = new Map<string, number>();
    for (const { variant, quantity } of command.entries)
      requested.set(variant, (requested.get(variant) ?? lines.get(variant) ?? 0) + quantity);
    for (const [variant, sum] of requested) lines.set(variant, Math.min(sum, variants[variant]?.stock || 99));
    return undefined;
  }
  const { kind, variant } = command;
  const stock = variants[variant]?.stock ?? 0;
  if (kind === 'remove') return lines.delete(variant) ? undefined : 'no-such-line';
  if (kind === 'edit' && !lines.has(variant)) return 'no-such-line';
  if (stock === 0) return 'sold-out';
  const requested = command.quantity + (kind === 'add' ? (lines.get(variant) ?? 0) : 0);
  lines.set(variant, Math.min(requested, stock));
  return undefined;
}

/** Sends a command to the API. Returns the name of the problem that the request fails with, or undefined. */
const errorOf = (work: Promise<Cart>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error.name;
      throw error;
    },
  );

it('the cart equals the cart of a simplified model after any sequence of changes [S-CART-19 S-CART-21 S-API-41]', {
  timeout: 120_000,
}, async ({ shop }) => {
  const { id } = await signInAs(shop, 'asha@example.in');
  let runNumber = 0;
  const run = (command: Command) => {
    if (command.kind === 'add') {
      const { variant: size, quantity } = command;
      return addToCart(shop, id, variants[size]?.proId ?? '', { quantity, size });
    }
    if (command.kind === 'edit') return editLine(shop, id, command.variant, command.quantity);
    if (command.kind === 'remove') return removeLine(shop, id, command.variant);
    const items = command.entries.map(({ variant: size, quantity }) => ({
      proId: variants[size]?.proId ?? '',
      size,
      quantity,
    }));
    return mergeGuestCart(shop, id, { key: `run-${runNumber}-guest-cart-${command.key}`, items });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
      runNumber += 1;
      await emptyCart(shop, id);
      const model: Model = { lines: new Map(), keys: new Set() };
      for (const command of commands) expect(await errorOf(run(command))).toBe(applyToModel(model, command));
      const cart = await readCart(shop, id);
      expect(Object.fromEntries(cart.items.map(({ size, quantity }) => [size, quantity]))).toEqual(
        Object.fromEntries(model.lines),
      );
      const buyable = [...model.lines].filter(([variant]) => variants[variant]?.stock !== 0);
      const sum = buyable.reduce((sum, [variant, count]) => sum + (variants[variant]?.price ?? 0) * count, 0);
      expect(cart).toMatchObject({ count: model.lines.size, subtotal: sum, total: sum });
    }),
    { seed: 3, numRuns: 40 },
  );
});
