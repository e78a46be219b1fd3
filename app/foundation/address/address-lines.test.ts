import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

const home = {
  ...{ firstName: 'Meera', lastName: 'Joshi', apartment: 'Flat 1', address: '5 Hill Road' },
  ...{ city: 'Jaipur', state: 'Rajasthan', pincode: '302003', country: 'India' },
};

it('writes the flat before the street in one line', () => {
  expect(addressLines(home)).toEqual([
    'Meera Joshi',
    'Flat 1, 5 Hill Road',
    'Jaipur, Rajasthan, 302003',
    'India',
  ]);
});

it('omits empty parts of an address', () => {
  expect(addressLines({ ...home, lastName: '', apartment: '', state: '', country: '' })).toEqual([
    'Meera',
    '5 Hill Road',
    'Jaipur, 302003',
  ]);
});
