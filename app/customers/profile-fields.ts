import type { Profile } from './contract.ts';

export const genders = ['Male', 'Female', 'Other'] as const;

export type ProfileFields = Omit<Profile, '_id' | 'email'>;

/** A person's name, phone and postal address. */
export type AddressFields = Omit<ProfileFields, 'gender'>;

/** Builds the fields of a profile from texts. Replaces an unknown gender by an empty text. */
export function readProfileFields(text: (field: keyof ProfileFields) => string): ProfileFields {
  const gender = genders.find((gender) => gender === text('gender')) ?? '';
  return { ...readAddressFields(text), gender };
}

export function readAddressFields(text: (field: keyof AddressFields) => string): AddressFields {
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    address: text('address'),
    apartment: text('apartment'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    country: text('country'),
  };
}
