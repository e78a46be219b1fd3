import {
  type Country,
  countryOf,
  findCountry,
  findState,
  normalizePostalCode,
  readPhone,
} from '../foundation/address/countries.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import type { AddressFields, ProfileFields } from './profile-fields.ts';

type AddressField = keyof AddressFields;

export const addressFields: readonly AddressField[] = [
  'firstName',
  'lastName',
  'phone',
  'address',
  'apartment',
  'city',
  'state',
  'pincode',
  'country',
];

export const requiredInProfile: readonly AddressField[] = addressFields.filter(
  (field) => field !== 'apartment' && field !== 'pincode',
);

type AddressChecks = {
  required: readonly AddressField[];
  /**
   * The fields to validate. If the country is one of them, the fields whose rules depend on it are validated too. By default all
   * fields are validated.
   */
  checked?: readonly string[];
  /** The names of the accepted countries. By default all countries are accepted. */
  countries?: readonly string[];
};

/**
 * Validates an address by the rules of its country. `fields` has an error for each invalid field. `address` is normalized: the
 * phone as `+919829000000`, the pincode in the format of the country, all texts without extra spaces.
 */
export function checkAddress(
  input: AddressFields,
  { required, checked = addressFields, countries }: AddressChecks,
): { fields: FieldError[]; address: AddressFields } {
  const address = { ...input };
  for (const field of addressFields)
    if (checked.includes(field)) address[field] = input[field].replace(/\s+/g, ' ').trim();

  const country = countryOf(address.country);
  const fields: FieldError[] = [];
  for (const field of addressFields) {
    // A new country can make the existing phone number, state and pincode invalid.
    const depends = checked.includes('country') && belongsToCountry.has(field) && address[field] !== '';
    if (!checked.includes(field) && !depends) continue;
    if (address[field] === '') {
      if (required.includes(field)) fields.push({ field, message: missing(field, country) });
      continue;
    }
    const format = formats[field];
    if (!format) continue;
    const normalized = format.read(address[field], country);
    if (normalized === undefined || (field === 'country' && countries && !countries.includes(normalized)))
      fields.push({ field, message: format.message(country) });
    else address[field] = normalized;
  }
  return { fields, address };
}

const belongsToCountry: ReadonlySet<AddressField> = new Set(['phone', 'state', 'pincode']);

/**
 * Changes the first letter of a field's label to lower case, for use in a sentence: `Pincode` → `pincode`. Does not change `ZIP
 * code`.
 */
const inSentence = (word: string) => word.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

const nouns: Partial<Record<AddressField, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone number',
  address: 'address',
  apartment: 'house or flat number, floor or landmark',
  city: 'city',
};

type Format = {
  /** Returns the normalized value. Returns undefined if the value is invalid. */
  read(value: string, country: Country): string | undefined;
  message(country: Country): string;
};

const formats: Partial<Record<AddressField, Format>> = {
  phone: { read: (value, country) => readPhone(country, value), message: ({ phoneMessage }) => phoneMessage },
  pincode: {
    read(value, country) {
      const code = normalizePostalCode(country, value);
      return country.postal.test(code) ? code : undefined;
    },
    message: ({ postalMessage }) => postalMessage,
  },
  state: {
    read: (value, country) => findState(country, value)?.name,
    message: ({ stateLabel }) => `Please choose your ${inSentence(stateLabel)}.`,
  },
  country: { read: (value) => findCountry(value)?.name, message: () => 'Please choose your country.' },
};

function missing(field: AddressField, country: Country): string {
  const noun = field === 'pincode' ? inSentence(country.postalLabel) : nouns[field];
  return noun ? `Please enter your ${noun}.` : (formats[field]?.message(country) ?? '');
}

const namesAndAddress = addressFields.filter((field) => field !== 'phone');
const postalFields = ['address', 'apartment', 'city', 'state', 'pincode'] as const;

/**
 * Returns the fields of an order's address to save in the profile. Includes only fields that are empty in the profile. Returns
 * undefined if the profile has another name or address, or if it already has every postal field of the order.
 */
export function addressToSave(
  profile: AddressFields,
  shipTo: AddressFields,
): Partial<AddressFields> | undefined {
  const isSame = (field: AddressField) =>
    profile[field].trim().toLowerCase() === shipTo[field].trim().toLowerCase();
  if (namesAndAddress.some((field) => profile[field] !== '' && !isSame(field))) return undefined;
  const isNew = (field: AddressField) => profile[field] === '' && shipTo[field] !== '';
  if (!postalFields.some(isNew)) return undefined;
  return Object.fromEntries(addressFields.filter(isNew).map((field) => [field, shipTo[field]]));
}

/**
 * Validates the fields `changed` of a profile. If the country has changed, also validates the fields whose rules depend on the
 * country.
 */
export function checkProfile(
  profile: ProfileFields,
  changed: readonly string[],
): { fields: FieldError[]; profile: ProfileFields } {
  const { gender, ...input } = profile;
  const { fields, address } = checkAddress(input, { required: requiredInProfile, checked: changed });
  return { fields, profile: { ...address, gender } };
}
