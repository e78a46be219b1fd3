import type { AddressFields } from './profile-fields.ts';

/** Properties of the address fields that customers fill in: width, keyboard, length and autofill. */
export const addressInputs = {
  firstName: { maxLength: 80, autoComplete: 'given-name' },
  lastName: { maxLength: 80, autoComplete: 'family-name' },
  phone: { type: 'tel', inputMode: 'tel', maxLength: 30, autoComplete: 'tel' },
  address: { className: 'full', maxLength: 200, autoComplete: 'address-line1' },
  apartment: { className: 'full', maxLength: 120, autoComplete: 'address-line2' },
  city: { maxLength: 80, autoComplete: 'address-level2' },
  pincode: { maxLength: 16, autoComplete: 'postal-code' },
} as const satisfies Partial<Record<keyof AddressFields, object>>;

export type AddressInputName = keyof typeof addressInputs;
