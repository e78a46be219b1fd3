import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import type { Profile } from '../customers/contract.ts';
import { asForm, clearDraft, formFields, initialForm, storeDraft } from './draft.ts';

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

const typed = () => ({ ...initialForm(meera), city: 'Udaipur' });

it('the form begins with the profile, with the phone as it is read [S-CHK-01]', () => {
  const { _id, email, gender, ...address } = meera;
  expect(initialForm(meera)).toEqual({ ...address, phone: '+91 98290 00000' });
});

it.each([
  ['', 'Rajasthan', '302003'],
  ['Nepal', '', ''],
])(
  'a profile of the country %j has the state %j and the pincode %j: parcels go to India only',
  (country, state, pincode) => {
    expect(initialForm({ ...meera, country })).toMatchObject({ country: 'India', state, pincode });
  },
);

it('what was typed is there again after a reload, every field of it [S-CHK-15]', () => {
  const form = asForm((field) => `typed ${field}`);
  storeDraft(meera, form);
  expect(initialForm(meera)).toEqual(form);
  expect(Object.keys(form).toSorted()).toEqual(formFields.toSorted());
});

it('what another shopper has typed in this tab is not shown, and comes back to its own', () => {
  storeDraft(meera, typed());
  expect(initialForm(asha)).toMatchObject({ firstName: 'Asha', city: 'Surat' });
  expect(initialForm(meera).city).toBe('Udaipur');
});

it('after the order the form begins with the profile again', () => {
  storeDraft(meera, typed());
  clearDraft();
  expect(initialForm(meera).city).toBe('Jaipur');
  expect(browser.tabStorage.size).toBe(0);
});

it('a field that is no text, or is not there, is empty', () => {
  browser.tabStorage.set('tanabana.delivery', JSON.stringify({ of: 'meera', city: 7, state: 'Goa' }));
  const empty = Object.fromEntries(formFields.map((field) => [field, '']));
  expect(initialForm(meera)).toEqual({ ...empty, state: 'Goa' });
});
