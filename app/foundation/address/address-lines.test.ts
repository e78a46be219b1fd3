import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

const home = {
  ...{ firstName: 'Meera', lastName: 'Joshi', apartment: 'Flat 1', address: '5 Hill Road' },
  ...{ city: 'Jaipur', state: 'Rajasthan', pincode: '302003', country: 'India' },
};

it.each([
  [{}, ['Meera Joshi', 'Flat 1, 5 Hill Road', 'Jaipur, Rajasthan, 302003', 'India']],
  [{ lastName: '', apartment: '', state: '', country: '' }, ['Meera', '5 Hill Road', 'Jaipur, 302003']],
])('formats an address with the flat before the street, and omits empty parts: %j', (change, lines) => {
  expect(addressLines({ ...home, ...change })).toEqual(lines);
});
