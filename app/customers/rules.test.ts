import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { user } from '../../tests/fixtures/session-user.ts';
import { genders, type ProfileFields, readAddressFields } from './profile-fields.ts';
import { addressFields, addressToSave, checkAddress, checkProfile } from './rules.ts';

const meera: ProfileFields = {
  ...{ firstName: 'Meera', lastName: 'Joshi', phone: '+919829000000', gender: 'Female' },
  ...{ address: '14, Ravi Nagar', apartment: '', city: 'Jaipur', state: 'Rajasthan' },
  ...{ pincode: '302001', country: 'India' },
};
const everything = [...addressFields, 'gender'];

const wrongIn = (change: Partial<ProfileFields>, changed: readonly string[] = Object.keys(change)) =>
  checkProfile({ ...meera, ...change }, changed).fields.map(({ field }) => field);

const messageOf = (change: Partial<ProfileFields>) =>
  checkProfile({ ...meera, ...change }, Object.keys(change)).fields[0]?.message;

describe('a profile', () => {
  it('has an error for each missing field, in the order of the form [S-PROF-17]', () => {
    const { fields } = checkProfile(user, everything);
    const required = 'firstName lastName phone address city state country';
    expect(fields.map(({ field }) => field).join(' ')).toBe(required);
  });

  it.each<[what: string, change: Partial<ProfileFields>, wrong: string[]]>([
    [
      'needs no gender, apartment and pincode [S-PROF-12 S-PROF-16]',
      { gender: '', apartment: '', pincode: '' },
      [],
    ],
    ['may have a name of one character', { firstName: 'O', lastName: 'श' }, []],
    ['cannot have a blank name', { firstName: ' ' }, ['firstName']],
    ['cannot have a state of another country [S-PROF-10]', { state: 'Texas' }, ['state']],
    ['cannot have a country that is not listed [S-PROF-11]', { country: 'France' }, ['country']],
    ['must have a state and pincode of its country [S-PROF-11]', { country: 'Canada' }, ['state', 'pincode']],
    [
      'may have an address in another country',
      { country: 'Canada', state: 'Ontario', pincode: 'm5v2t6' },
      [],
    ],
    [
      'may have a phone number of another country',
      { country: 'United Kingdom', state: 'Wales', pincode: 'CF10 1EP' },
      [],
    ],
  ])('%s', (_, change, wrong) => {
    expect(wrongIn(change)).toEqual(wrong);
  });

  it.each([
    [{ phone: '98290' }, 'An Indian mobile number has 10 digits and begins with 6, 7, 8 or 9.'],
    [{ pincode: '002001' }, 'An Indian pincode has 6 digits and does not begin with 0.'],
    [{ country: '' }, 'Please choose your country.'],
  ])('with %j has the error: %s [S-PROF-07 S-PROF-08 S-PROF-11]', (change, message) => {
    expect(messageOf(change)).toBe(message);
  });

  it('is stored in a normalised form, with the state spelt as in the list of states [S-PROF-10 S-PROF-17]', () => {
    const written = {
      firstName: ' Meera  Devi ',
      phone: '09829000000',
      pincode: '302 001',
      state: 'rajasthan',
    };
    const profile = { ...meera, firstName: 'Meera Devi' };
    expect(checkProfile({ ...meera, ...written }, everything)).toEqual({ fields: [], profile });
  });

  it('is validated only in fields that have changed [S-PROF-17]', () => {
    expect(checkProfile({ ...user, firstName: 'Meera' }, ['firstName']).fields).toEqual([]);
    expect(checkProfile({ ...meera, state: 'Elsewhere', city: 'Pune' }, ['city']).fields).toEqual([]);
    expect(checkProfile({ ...user, country: 'Canada' }, ['country']).fields).toEqual([]);
  });

  it('is not changed further when it is normalised a second time', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('98290 00000', 'm5v2t6', 'Ontario', 'canada', 'India'),
    );
    const profile = fc.record({
      ...{ firstName: text, lastName: text, phone: text, address: text, apartment: text },
      ...{ city: text, state: text, pincode: text, country: text },
      gender: fc.constantFrom(...genders, '' as const),
    });
    fc.assert(
      fc.property(profile, fc.subarray(everything), (input, changed) => {
        const first = checkProfile(input, changed);
        const second = checkProfile(first.profile, changed);
        expect(second).toEqual(first);
        for (const { field } of first.fields) {
          const dragged = changed.includes('country') && ['state', 'pincode', 'phone'].includes(field);
          expect(changed.includes(field) || dragged).toBe(true);
        }
      }),
    );
  });
});

describe('the address to save in a profile', () => {
  const { gender: _, ...address } = meera;
  const shipTo = { ...address, apartment: '2nd floor' };
  const empty = readAddressFields(() => '');

  it('contains only the fields that the profile lacks, and is undefined if these are only a name or the phone', () => {
    expect(addressToSave(empty, shipTo)).toEqual(shipTo);
    const old = { ...shipTo, firstName: shipTo.firstName.toUpperCase(), phone: '+919811111111', pincode: '' };
    expect(addressToSave(old, shipTo)).toEqual({ pincode: shipTo.pincode });
    expect(addressToSave(shipTo, shipTo)).toBeUndefined();
    expect(addressToSave({ ...shipTo, phone: '', lastName: '' }, shipTo)).toBeUndefined();
  });

  it('is undefined if the profile contains another name or address', () => {
    for (const field of 'firstName lastName address apartment city state pincode country'.split(' '))
      expect(addressToSave({ ...empty, [field]: 'another' }, shipTo), field).toBeUndefined();
  });
});

describe('a delivery address', () => {
  const { gender: _, ...address } = meera;

  it('has an error for a missing field that the form requires, for example the apartment [S-CHK-10]', () => {
    const { fields } = checkAddress(address, { required: ['firstName', 'apartment'] });
    expect(fields).toEqual([
      { field: 'apartment', message: 'Please enter your house or flat number, floor or landmark.' },
    ]);
  });

  it('needs a valid phone number, and a pincode only if the form requires it [S-CHK-13 S-CHK-14]', () => {
    const check = (change: Partial<typeof address>, required: 'phone' | 'pincode') =>
      checkAddress({ ...address, ...change }, { required: [required] }).fields;
    expect(check({ phone: '' }, 'phone')).toEqual([
      { field: 'phone', message: 'Please enter your phone number.' },
    ]);
    expect(check({ phone: '12345' }, 'phone')).toHaveLength(1);
    expect(check({ phone: '98290 00000', pincode: '' }, 'phone')).toEqual([]);
    expect(check({ pincode: '' }, 'pincode')).toEqual([
      { field: 'pincode', message: 'Please enter your pincode.' },
    ]);
    expect(check({ pincode: '012345' }, 'phone')).toHaveLength(1);
  });

  it('accepts only the countries that the shop ships to [S-CHK-06]', () => {
    const abroad = { ...address, country: 'Canada', state: 'Ontario', pincode: 'M5V 2T6' };
    const { fields } = checkAddress(abroad, { required: [], countries: ['India'] });
    expect(fields.map(({ field }) => field)).toEqual(['country']);
  });
});
