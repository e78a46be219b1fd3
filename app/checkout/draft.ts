import type { Profile } from '../customers/contract.ts';
import { readAddressFields } from '../customers/profile-fields.ts';
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

/** Returns the customer's draft in this tab, which is stored until the order is placed, else the profile's values. */
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
  const inIndia = profile.country === '' || profile.country === 'India';
  return {
    ...readAddressFields((field) => profile[field]),
    country: 'India',
    phone: formatPhone(profile.phone),
    // Omit the state and pincode of other countries, because the shop delivers to India only.
    ...(inIndia ? {} : { state: '', pincode: '' }),
  };
}

function readDraft(of: string): DeliveryForm | undefined {
  const draft = storedDelivery.read();
  if (textAt(draft, 'of') !== of) return undefined;
  return readAddressFields((field) => textAt(draft, field) ?? '');
}
