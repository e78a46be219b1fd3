import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairsOf } from '../../../tests/fixtures/pairs.ts';
import { countries, countryOf, findState, formatPhone, normalizePostalCode, readPhone } from './countries.ts';

const [india, us, canada, australia, britain] = countries;

it('lists India, United States, Canada, Australia and United Kingdom, and returns India for an unknown name [S-PROF-13]', () => {
  const names = ['India', 'United States', 'Canada', 'Australia', 'United Kingdom'];
  expect(countries.map(({ name }) => name)).toEqual(names);
  expect(countryOf('').name).toBe('India');
});

it('lists the 28 states of India, from Andhra Pradesh to West Bengal, and its 8 union territories [S-PROF-14]', () => {
  const names = india.states.map(({ name }) => name);
  expect([names[0], names[27]]).toEqual(['Andhra Pradesh', 'West Bengal']);
  expect(names.slice(28)).toEqual([
    ...['Andaman and Nicobar Islands', 'Chandigarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi'],
    ...['Jammu and Kashmir', 'Ladakh', 'Lakshadweep', 'Puducherry'],
  ]);
  expect(names.slice(0, 28)).toEqual(names.slice(0, 28).sort());
});

it('lists a different GST code of two digits for each Indian state', () => {
  const codes = india.states.map(({ gst }) => gst);
  expect(new Set(codes).size).toBe(36);
  for (const code of codes) expect(code).toMatch(/^(0[1-9]|[1-3]\d)$/);
  const some = pairsOf(`08 Rajasthan, 27 Maharashtra, 37 Andhra Pradesh, 36 Telangana, 38 Ladakh,
    26 Dadra and Nagar Haveli and Daman and Diu`);
  expect(some.map(([, name]) => findState(india, name)?.gst)).toEqual(some.map(([gst]) => gst));
});

it.each([
  [us, 51],
  [canada, 13],
  [australia, 8],
  [britain, 4],
])('lists $1 different states of $name', (country, count) => {
  const names = country?.states.map((state) => state.name);
  expect(new Set(names).size).toBe(count);
  expect(names).not.toContain('');
});

it.each([
  ...['98290 00000', '9829000000', '+91 98290-00000', '09829000000', '0091 9829000000', '919829000000'],
  ...['+91 (0) 98290 00000', '(98290) 00000', '98290.00000', '९८२९० ०००००'],
])('converts the Indian phone number %s to its international form [S-PROF-07]', (input) => {
  expect(readPhone(india, input)).toBe('+919829000000');
});

it.each([
  ...['', '12345', '982900000', '98290000001', '5829000000'],
  ...['98290 0000x', '+', '+91', '++919829000000'],
])('rejects "%s" as an Indian phone number [S-PROF-07]', (input) => {
  expect(readPhone(india, input)).toBeUndefined();
});

it.each([
  [us, '(212) 555-0123', '+12125550123'],
  [us, '1 212 555 0123', '+12125550123'],
  [canada, '416-555-0123', '+14165550123'],
  [australia, '0412 345 678', '+61412345678'],
  [britain, '07911 123456', '+447911123456'],
  [britain, '020 7946 0958', '+442079460958'],
])('reads a phone number in the national format of $name: $1', (country, input, stored) => {
  expect(country && readPhone(country, input)).toBe(stored);
});

it('validates an international number by the country of its calling code, and accepts a number with an unknown calling code', () => {
  expect(readPhone(india, '+44 7911 123456')).toBe('+447911123456');
  expect(readPhone(india, '+44 7911')).toBeUndefined();
  expect(readPhone(india, '+49 30 901820')).toBe('+4930901820');
});

it('converts the stored form and the displayed form of a phone number to the same number', () => {
  const number = fc
    .tuple(fc.constantFrom(...countries), fc.stringMatching(/^[6-9]\d{9}$/))
    .map(([country, digits]) => readPhone(country, digits))
    .filter((phone) => phone !== undefined);
  fc.assert(
    fc.property(number, fc.constantFrom(...countries), (stored, country) => {
      expect(readPhone(country, stored)).toBe(stored);
      expect(readPhone(country, formatPhone(stored))).toBe(stored);
    }),
  );
});

it('converts any input to a phone number in international form, or rejects it', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...countries), (input, country) => {
      expect(readPhone(country, input) ?? '+919829000000').toMatch(/^\+[1-9]\d{7,14}$/);
    }),
  );
});

it('formats an Indian phone number in two groups of five digits, and does not change an empty text', () => {
  expect(formatPhone('+919829000000')).toBe('+91 98290 00000');
  expect(formatPhone('')).toBe('');
});

it.each([
  [india, '302 001, ३०२००१', '302001'],
  [us, '10001', '10001'],
  [us, '100012345, 10001-2345', '10001-2345'],
  [canada, 'm5v2t6', 'M5V 2T6'],
  [australia, '2000', '2000'],
  [britain, 'sw1a1aa', 'SW1A 1AA'],
  [britain, 'm1 1ae', 'M1 1AE'],
])('formats postal codes as is usual in $name: $1 [S-PROF-08]', (country, inputs, stored) => {
  for (const input of inputs.split(', '))
    expect(country && normalizePostalCode(country, input), input).toBe(stored);
  expect(country?.postal.test(stored)).toBe(true);
});

it.each([
  [india, '002001, 30200, 3020011'],
  [us, '1000, 1000123'],
  [canada, 'D5V 2T6, 10001'],
  [australia, '20000'],
  [britain, '302001, SW1A 1AC'],
])('rejects the postal codes that are invalid in $name: $1 [S-PROF-08]', (country, inputs) => {
  for (const input of inputs.split(', '))
    expect(country?.postal.test(normalizePostalCode(country, input)), input).toBe(false);
});

it('does not change a postal code that is already formatted', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...countries), (input, country) => {
      const formatted = normalizePostalCode(country, input);
      expect(normalizePostalCode(country, formatted)).toBe(formatted);
    }),
  );
});
