import { describe, expect, it } from 'vitest';
import { localTaxOf, roundOffOf, splitAmount, supplyOf } from './supply.ts';

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
  ])('classifies a sale from %s', (_, change, supply) => {
    expect(supplyOf({ ...sale, ...change })).toBe(supply);
  });
});

it('returns UTGST for a union territory without a legislature, and SGST for other states', () => {
  for (const territory of ['04', '26', '31', '35', '38']) expect(localTaxOf(territory)).toBe('UTGST');
  for (const state of [delhi, rajasthan, '01', '34', null]) expect(localTaxOf(state)).toBe('SGST');
});

describe('splitAmount', () => {
  it.each([
    ['within-state', { taxPaise: 12_500, cgstPaise: 6250, sgstPaise: 6250, igstPaise: 0 }],
    ['between-states', { taxPaise: 12_500, cgstPaise: 0, sgstPaise: 0, igstPaise: 12_500 }],
    ['export-taxed', { taxPaise: 12_500, cgstPaise: 0, sgstPaise: 0, igstPaise: 12_500 }],
    ['export-under-lut', { taxPaise: 0, taxablePaise: 262_500, cgstPaise: 0, igstPaise: 0 }],
    ['unregistered', { taxPaise: 0, taxablePaise: 262_500, cgstPaise: 0, igstPaise: 0 }],
  ] as const)('splits the tax of a sale of the kind "%s" into CGST, SGST and IGST', (supply, shares) => {
    expect(splitAmount(supply, { amountPaise: 262_500, rate: 500 })).toMatchObject(shares);
  });

  it.each([
    ['a value with half a paisa up, and the halves of its tax', 10_290, 500, 9800, 245, 0],
    ['half a paisa of value up', 63, 10_000, 32, 16, -1],
    ['half a paisa of each share up', 105, 500, 100, 3, -1],
    ['each share down', 104, 500, 99, 2, 1],
    ['the value and each share up', 4_800_000, 500, 4_571_429, 114_286, -1],
    ['nothing at the rate 0', 999, 0, 999, 0, 0],
  ])(
    'rounds the value and the tax shares of a line separately: %s',
    (_, amountPaise, rate, taxablePaise, sharePaise, roundOffPaise) => {
      const split = splitAmount('within-state', { amountPaise, rate });
      expect(split).toMatchObject({ taxablePaise, cgstPaise: sharePaise, sgstPaise: sharePaise });
      expect(roundOffOf(split)).toBe(roundOffPaise);
    },
  );
});
