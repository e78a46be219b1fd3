import type { Profile } from './contract.ts';

export const genders = ['Male', 'Female', 'Other'] as const;

/** The part of a profile that the customer can change. */
export type ProfileFields = Omit<Profile, '_id' | 'email'>;

/** Builds the fields from their texts. An unknown gender becomes empty. */
export function readProfileFields(text: (field: keyof ProfileFields) => string): ProfileFields {
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    gender: genders.find((gender) => gender === text('gender')) ?? '',
    address: text('address'),
    apartment: text('apartment'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    country: text('country'),
  };
}
