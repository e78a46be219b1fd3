import type { Profile } from '../customers/contract.ts';
import { readAddressFields } from '../customers/profile-fields.ts';
import { storedDelivery } from '../customers/tab-storage.ts';
import { formatPhone, india, isInIndia } from '../foundation/address/countries.ts';
import { textAt } from '../foundation/parse-json.ts';
import type { PaymentMethod } from '../orders/contract.ts';
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
 * Returns the values that the customer has typed into the delivery form in this tab. The tab stores them until the order is
 * placed. Without stored values, returns the profile's values.
 */
export function initialForm(profile: Profile): DeliveryForm {
  return readDraft(profile._id) ?? formOf(profile);
}

/** Returns the payment method that the customer chose in this tab. */
export function initialMethod({ _id }: Profile): PaymentMethod {
  const draft = storedDelivery.read();
  return textAt(draft, 'of') === _id && textAt(draft, 'paymentMethod') === 'COD' ? 'COD' : 'Online';
}

export function storeDraft(profile: Profile, form: DeliveryForm): void {
  storedDelivery.write({ ...form, paymentMethod: initialMethod(profile), of: profile._id });
}

export function storeMethod(profile: Profile, paymentMethod: PaymentMethod): void {
  storedDelivery.write({ ...initialForm(profile), paymentMethod, of: profile._id });
}

export function clearDraft(): void {
  storedDelivery.write(undefined);
}

function formOf(profile: Profile): DeliveryForm {
  const inIndia = profile.country === '' || isInIndia(profile);
  return {
    ...readAddressFields((field) => profile[field]),
    country: india.name,
    phone: formatPhone(profile.phone),
    // Omit the profile's state and pincode if its country is not India, because the shop delivers to India only.
    ...(inIndia ? {} : { state: '', pincode: '' }),
  };
}

function readDraft(of: string): DeliveryForm | undefined {
  const draft = storedDelivery.read();
  if (textAt(draft, 'of') !== of) return undefined;
  return readAddressFields((field) => textAt(draft, field) ?? '');
}
