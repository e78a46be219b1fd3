import {
  countryOf,
  findCountry,
  findState,
  normalizePostalCode,
  readPhone,
} from '../foundation/address/countries.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import type { Profile } from './contract.ts';

export const genders = ['Male', 'Female', 'Other'] as const satisfies readonly Profile['gender'][];

/** What a shopper may write of themselves. */
export type ProfileFields = Omit<Profile, '_id' | 'email'>;

/** Somebody, and where their parcels go. */
export type AddressFields = Omit<ProfileFields, 'gender'>;
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

/** What a profile cannot do without. An apartment and a pincode may be missing. */
export const requiredInProfile: readonly AddressField[] = [
  'firstName',
  'lastName',
  'phone',
  'address',
  'city',
  'state',
  'country',
];

type AddressChecks = {
  /** The fields that may not be empty. */
  required: readonly AddressField[];
  /** The fields that may be found wrong; the others stay as they are. All of them, unless named. */
  checked?: readonly string[];
  /** The names of the countries to choose from. All of them, unless named. */
  countries?: readonly string[];
};

/**
 * Judges an address by the customs of its country, and answers it as it is to be kept: the phone as `+919829000000`,
 * the pincode spaced and upper-cased, names without needless spaces. What is wrong stays as it was typed.
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
    // A new country makes what belongs to the old one wrong, though nobody has touched it.
    const dragged = checked.includes('country') && belongsToCountry.has(field) && address[field] !== '';
    if (!checked.includes(field) && !dragged) continue;
    if (address[field] === '') {
      if (required.includes(field)) fields.push({ field, message: missing(field, address.country) });
      continue;
    }
    const right = readField(field, address);
    if (right === undefined || (field === 'country' && countries && !countries.includes(right)))
      fields.push({ field, message: wrong(field, address.country) });
    else address[field] = right;
  }
  return { fields, address };

  function readField(field: AddressField, { [field]: value }: AddressFields): string | undefined {
    switch (field) {
      case 'country':
        return findCountry(value)?.name;
      case 'state':
        return findState(country, value)?.name;
      case 'phone':
        return readPhone(country, value);
      case 'pincode': {
        const code = normalizePostalCode(country, value);
        return country.postal.test(code) ? code : undefined;
      }
      default:
        return value;
    }
  }
}

const belongsToCountry: ReadonlySet<AddressField> = new Set(['phone', 'state', 'pincode']);

/** `Pincode` → `pincode`, but `ZIP code` as it is. */
const inSentence = (word: string) => word.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

function missing(field: AddressField, country: string): string {
  switch (field) {
    case 'firstName':
      return 'Please write your first name.';
    case 'lastName':
      return 'Please write your last name.';
    case 'phone':
      return 'Please write your phone number.';
    case 'address':
      return 'Please write your address.';
    case 'apartment':
      return 'Please write your apartment, floor or house number.';
    case 'city':
      return 'Please write your city.';
    case 'pincode':
      return `Please write your ${inSentence(countryOf(country).postalLabel)}.`;
    default:
      return wrong(field, country);
  }
}

function wrong(field: AddressField, country: string): string {
  const { phoneMessage, postalMessage, stateLabel } = countryOf(country);
  switch (field) {
    case 'phone':
      return phoneMessage;
    case 'pincode':
      return postalMessage;
    case 'state':
      return `Please choose your ${inSentence(stateLabel)}.`;
    default:
      return 'Please choose your country.';
  }
}

/**
 * Judges a profile after a change. `changed` names the fields that came with it: only these can be wrong, and, with
 * a new country, the state, the pincode and the phone, where there are any.
 */
export function checkProfile(
  profile: ProfileFields,
  changed: readonly string[],
): { fields: FieldError[]; profile: ProfileFields } {
  const { gender, ...input } = profile;
  const { fields, address } = checkAddress(input, { required: requiredInProfile, checked: changed });
  return { fields, profile: { ...address, gender } };
}
