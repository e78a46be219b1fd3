import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import type { Profile } from '../customers/contract.ts';
import { readAddressFields } from '../customers/profile-fields.ts';
import { clearDraft, formFields, initialForm, initialMethod, storeDraft, storeMethod } from './draft.ts';

const meera: Profile = {
  ...{ _id: 'meera', email: 'meera@example.in', gender: '', firstName: 'Meera', lastName: 'Joshi' },
  ...{ phone: '+919829000000', address: '14, Ravi Nagar', apartment: '2nd floor', city: 'Jaipur' },
  ...{ state: 'Rajasthan', pincode: '302003', country: 'India' },
};
const asha: Profile = { ...meera, _id: 'asha', firstName: 'Asha', city: 'Surat' };

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  clearDraft();
  vi.unstubAllGlobals();
});

const editedForm = () => ({ ...initialForm(meera), city: 'Udaipur' });

it('fills the form from the profile, with a formatted phone number [S-CHK-01]', () => {
  const { _id, email, gender, ...address } = meera;
  expect(initialForm(meera)).toEqual({ ...address, phone: '+91 98290 00000' });
});

it.each([
  ['', 'Rajasthan', '302003'],
  ['Nepal', '', ''],
])(
  'for a profile with the country %j, selects India and fills in the state %j and the pincode %j',
  (country, state, pincode) => {
    expect(initialForm({ ...meera, country })).toMatchObject({ country: 'India', state, pincode });
  },
);

it('restores every field of the draft after a reload [S-CHK-15]', () => {
  const form = readAddressFields((field) => `editedForm ${field}`);
  storeDraft(meera, form);
  expect(initialForm(meera)).toEqual(form);
  expect(Object.keys(form).toSorted()).toEqual(formFields.toSorted());
});

it('restores the fields and the payment method only for the customer who entered them, until the draft is cleared', () => {
  expect(initialMethod(meera)).toBe('Online');
  storeMethod(meera, 'COD');
  storeDraft(meera, editedForm());
  expect(initialMethod(meera)).toBe('COD');
  expect(initialForm(meera).city).toBe('Udaipur');
  expect(initialMethod(asha)).toBe('Online');
  expect(initialForm(asha)).toMatchObject({ firstName: 'Asha', city: 'Surat' });
  storeMethod(meera, 'Online');
  expect(initialMethod(meera)).toBe('Online');
  expect(initialForm(meera).city).toBe('Udaipur');
  clearDraft();
  expect(initialForm(meera).city).toBe('Jaipur');
  expect(browser.tabStorage.size).toBe(0);
});

it('reads a missing or invalid field of the draft as empty', () => {
  browser.tabStorage.set('tanabana.delivery', JSON.stringify({ of: 'meera', city: 7, state: 'Goa' }));
  const empty = Object.fromEntries(formFields.map((field) => [field, '']));
  expect(initialForm(meera)).toEqual({ ...empty, state: 'Goa' });
});
