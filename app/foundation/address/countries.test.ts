import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries, countryOf, findState, formatPhone, normalizePostalCode, readPhone } from './countries.ts';

const [india] = countries;
const [us, canada, australia, britain] = ['United States', 'Canada', 'Australia', 'United Kingdom'].map(
  countryOf,
);

describe('the list of countries', () => {
  it('lists India, United States, Canada, Australia and United Kingdom as countries [S-PROF-13]', () => {
    const names = ['India', 'United States', 'Canada', 'Australia', 'United Kingdom'];
    expect(countries.map(({ name }) => name)).toEqual(names);
  });

  it('lists the 28 states of India, from Andhra Pradesh to West Bengal, and its 8 union territories [S-PROF-14]', () => {
    const names = india.states.map(({ name }) => name);
    expect(names).toHaveLength(36);
    expect(names[0]).toBe('Andhra Pradesh');
    expect(names[27]).toBe('West Bengal');
    expect(names.slice(28)).toEqual([
      'Andaman and Nicobar Islands',
      'Chandigarh',
      'Dadra and Nagar Haveli and Daman and Diu',
      'Delhi',
      'Jammu and Kashmir',
      'Ladakh',
      'Lakshadweep',
      'Puducherry',
    ]);
    expect(names.slice(0, 28)).toEqual(names.slice(0, 28).sort());
  });

  it('has a unique two-digit GST code for each Indian state', () => {
    const codes = india.states.map(({ gst }) => gst);
    expect(new Set(codes).size).toBe(36);
    for (const code of codes) expect(code).toMatch(/^(0[1-9]|[1-3]\d)$/);
  });

  it.each([
    ['Rajasthan', '08'],
    ['Maharashtra', '27'],
    ['Andhra Pradesh', '37'],
    ['Telangana', '36'],
    ['Ladakh', '38'],
    ['Dadra and Nagar Haveli and Daman and Diu', '26'],
  ])('has this GST code for the state %s: %s', (name, gst) => {
    expect(findState(india, name)?.gst).toBe(gst);
  });

  it.each([
    ['United States', 51],
    ['Canada', 13],
    ['Australia', 8],
    ['United Kingdom', 4],
  ])('lists for the country %s its %i different states', (name, count) => {
    const names = countryOf(name).states.map((state) => state.name);
    expect(new Set(names).size).toBe(count);
    expect(names).not.toContain('');
  });

  it('returns India for an unknown country name', () => {
    expect(countryOf('').name).toBe('India');
  });
});

describe('a phone number', () => {
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
  ])('parses a phone number in the national format of $name: $1', (country, input, stored) => {
    expect(country && readPhone(country, input)).toBe(stored);
  });

  it('validates a phone number by the country of its calling code, and accepts unknown calling codes', () => {
    expect(readPhone(india, '+44 7911 123456')).toBe('+447911123456');
    expect(readPhone(india, '+44 7911')).toBeUndefined();
    expect(readPhone(india, '+49 30 901820')).toBe('+4930901820');
  });

  it('parses the stored form and the displayed form of a phone number in any country', () => {
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

  it('parses any input as a phone number without an error', () => {
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
});

describe('a postal code', () => {
  it.each([
    [india, '302 001', '302001'],
    [india, '३०२००१', '302001'],
    [us, '10001', '10001'],
    [us, '100012345', '10001-2345'],
    [us, '10001-2345', '10001-2345'],
    [canada, 'm5v2t6', 'M5V 2T6'],
    [australia, '2000', '2000'],
    [britain, 'sw1a1aa', 'SW1A 1AA'],
    [britain, 'm1 1ae', 'M1 1AE'],
  ])('formats a postal code as usual in $name: $1 [S-PROF-08]', (country, input, stored) => {
    expect(country && normalizePostalCode(country, input)).toBe(stored);
    expect(country?.postal.test(stored)).toBe(true);
  });

  it.each([
    [india, '002001'],
    [india, '30200'],
    [india, '3020011'],
    [us, '1000'],
    [us, '1000123'],
    [canada, 'D5V 2T6'],
    [canada, '10001'],
    [australia, '20000'],
    [britain, '302001'],
    [britain, 'SW1A 1AC'],
  ])('rejects a postal code that is invalid in $name: $1 [S-PROF-08]', (country, input) => {
    expect(country?.postal.test(normalizePostalCode(country, input))).toBe(false);
  });

  it('does not change a postal code that is already formatted', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...countries), (input, country) => {
        const formatted = normalizePostalCode(country, input);
        expect(normalizePostalCode(country, formatted)).toBe(formatted);
      }),
    );
  });
});
