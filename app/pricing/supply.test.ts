import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTaxOf, type Supply, splitAmount, supplyOf } from './supply.ts';

const delhi = '07';
const rajasthan = '08';
const sale = {
  isRegistered: true,
  hasLut: true,
  isAbroad: false,
  sellerState: delhi,
  placeState: delhi,
};

describe('supplyOf', () => {
  it.each([
    ['Delhi to Delhi', {}, 'within-state'],
    ['Delhi to Rajasthan', { placeState: rajasthan }, 'between-states'],
    ['Delhi to an unknown state', { placeState: null }, 'between-states'],
    ['an unknown state to an unknown state', { sellerState: null, placeState: null }, 'between-states'],
    ['Delhi to the USA', { isAbroad: true, placeState: '96' }, 'export-under-lut'],
    ['Delhi to the USA without an undertaking', { isAbroad: true, hasLut: false }, 'export-taxed'],
    ['an unregistered seller to the USA', { isRegistered: false, isAbroad: true }, 'unregistered'],
  ])('classifies the sale "%s"', (_, change, supply) => {
    expect(supplyOf({ ...sale, ...change })).toBe(supply);
  });
});

it('returns UTGST for a union territory without a legislature, otherwise SGST', () => {
  for (const territory of ['04', '26', '31', '35', '38']) expect(localTaxOf(territory)).toBe('UTGST');
  for (const state of [delhi, rajasthan, '01', '34', null]) expect(localTaxOf(state)).toBe('SGST');
});

describe('splitAmount', () => {
  const sold = { amountPaise: 262_500, taxPaise: 12_501 };
  it.each([
    ['within-state', { taxPaise: 12_501, cgstPaise: 6251, sgstPaise: 6250, igstPaise: 0 }],
    ['between-states', { taxPaise: 12_501, cgstPaise: 0, sgstPaise: 0, igstPaise: 12_501 }],
    ['export-taxed', { taxPaise: 12_501, cgstPaise: 0, sgstPaise: 0, igstPaise: 12_501 }],
    ['export-under-lut', { taxablePaise: 262_500, taxPaise: 0, igstPaise: 0 }],
    ['unregistered', { taxablePaise: 262_500, taxPaise: 0, igstPaise: 0 }],
  ] as const)('splits the tax of a sale of the kind "%s"', (supply, shares) => {
    expect(splitAmount(supply, sold)).toMatchObject(shares);
  });

  it('returns shares of tax and value that add up to the price', () => {
    const supplies: Supply[] = ['unregistered', 'within-state', 'between-states', 'export-under-lut'];
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 }).chain((amountPaise) =>
      fc.record({
        amountPaise: fc.constant(amountPaise),
        taxPaise: fc.integer({ min: 0, max: amountPaise }),
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...supplies), amounts, (supply, amount) => {
        const split = splitAmount(supply, amount);
        expect(split.taxPaise).toBe(split.cgstPaise + split.sgstPaise + split.igstPaise);
        expect(split.taxablePaise + split.taxPaise).toBe(amount.amountPaise);
        expect(split.cgstPaise - split.sgstPaise).toBeLessThanOrEqual(1);
      }),
    );
  });
});
