import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { includedTaxPaise } from '../../pricing/tax.ts';
import { withoutCancelled } from '../rules.ts';
import { draftTaxPaise } from './invoice-draft.server.ts';

const toGujarat = { state: 'Gujarat' };
const toOhio = { country: 'United States', state: 'Ohio' };
const withoutLut = { ...registered, seller: { ...registered.seller, lutText: '' } };

const generatedOrder = fc.record({
  items: fc.array(
    fc.record({
      name: fc.constantFrom('Gulnar', 'Neel'),
      rupees: fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100),
      hsn: fc.constantFrom('5007', '6211', '6211', null),
      left: fc.integer({ min: 1, max: 9 }),
      cancelled: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  /** True to cancel all units of the first line, if the order has another line. */
  losesLine: fc.boolean(),
  shippingPaise: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  to: fc.constantFrom({}, toGujarat, toOhio),
  owner: fc.constantFrom(registered, withoutLut, settings),
});
type GeneratedOrder = typeof generatedOrder extends fc.Arbitrary<infer T> ? T : never;

/** Returns the order with only the lines that are left after its cancellation. */
function billOf({ items, losesLine, shippingPaise, to }: GeneratedOrder) {
  const leftOf = (position: number, left: number) =>
    losesLine && position === 0 && items.length > 1 ? 0 : left;
  const { order, lines } = orderOf(
    items.map(({ left, cancelled, ...item }, position) => ({
      ...item,
      quantity: leftOf(position, left) + cancelled || 1,
    })),
    { to, shippingPaise },
  );
  const units = lines.flatMap(({ position, quantity }) => {
    const left = leftOf(position, items[position]?.left ?? 0);
    return [
      { position, quantity: left, state: 'placed' as const },
      { position, quantity: quantity - left, state: 'cancelled' as const },
    ].filter((row) => row.quantity > 0);
  });
  const rest = withoutCancelled(lines, units);
  const sum = (some: typeof lines) =>
    some.reduce((total, { pricePaise, quantity }) => total + pricePaise * quantity, 0);
  return { order: { ...order, cancelledPaise: sum(lines) - sum(rest) }, lines: rest };
}

describe('the tax in the amount to pay for an order', () => {
  it('equals the sum of the invoice’s tax columns for any goods, places and cancelled units', () => {
    fc.assert(
      fc.property(generatedOrder, (generated) => {
        const bill = billOf(generated);
        const { totals, lines, supply } = invoiceOf(bill, generated.owner);
        const isKnown = supply !== 'unregistered' && lines.every(({ rate }) => rate !== null);
        const columns = totals.cgstPaise + totals.sgstPaise + totals.igstPaise;
        expect(draftTaxPaise(bill, generated.owner)).toBe(isKnown ? columns : undefined);
        if (!isKnown || supply === 'export-under-lut') return;
        const ofCart = includedTaxPaise(bill.lines, generated.shippingPaise) ?? 0;
        expect(Math.abs(columns - ofCart)).toBeLessThanOrEqual(supply === 'within-state' ? lines.length : 0);
      }),
    );
  });

  it('is undefined if the lines and delivery do not add up to the amount to pay', () => {
    const { order, lines } = orderOf([saree, suit]);
    expect(draftTaxPaise({ order, lines: lines.slice(1) }, registered)).toBeUndefined();
  });
});
