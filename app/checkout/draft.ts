import type { Profile } from '../customers/contract.ts';
import { storedDelivery } from '../customers/tab-storage.ts';
import { formatPhone } from '../foundation/address/countries.ts';
import { textAt } from '../foundation/http/api-client.ts';
import type { DeliveryForm } from './contract.ts';

export const formFields = [
  'country',
  'firstName',
  'lastName',
  'address',
  'apartment',
  'pincode',
  'city',
  'state',
  'phone',
] as const satisfies readonly (keyof DeliveryForm)[];

/**
 * Returns the initial values of the delivery form: the customer's draft in this tab, else the profile. The draft is stored
 * until the order is placed, also after a reload or the end of the session.
 */
export function initialForm(profile: Profile): DeliveryForm {
  return readDraft(profile._id) ?? formOf(profile);
}

export function storeDraft({ _id }: Profile, form: DeliveryForm): void {
  storedDelivery.write({ ...form, of: _id });
}

export function clearDraft(): void {
  storedDelivery.write(undefined);
}

function formOf(profile: Profile): DeliveryForm {
  const { firstName, lastName, address, apartment, city, state, pincode, country, phone } = profile;
  const inIndia = country === '' || country === 'India';
  return {
    country: 'India',
    firstName,
    lastName,
    address,
    apartment,
    city,
    // Omit the state and pincode of other countries, because the shop delivers to India only.
    state: inIndia ? state : '',
    pincode: inIndia ? pincode : '',
    phone: formatPhone(phone),
  };
}

function readDraft(of: string): DeliveryForm | undefined {
  const draft = storedDelivery.read();
  if (textAt(draft, 'of') !== of) return undefined;
  return asForm((field) => textAt(draft, field));
}

/** Builds a form by reading each field. Missing fields are empty. */
export function asForm(read: (field: keyof DeliveryForm) => string | undefined): DeliveryForm {
  return {
    country: read('country') ?? '',
    firstName: read('firstName') ?? '',
    lastName: read('lastName') ?? '',
    address: read('address') ?? '',
    apartment: read('apartment') ?? '',
    pincode: read('pincode') ?? '',
    city: read('city') ?? '',
    state: read('state') ?? '',
    phone: read('phone') ?? '',
  };
}
