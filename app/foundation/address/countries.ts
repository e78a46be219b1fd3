export type State = {
  name: string;
  /** The two-digit GST code of an Indian state. A GSTIN begins with this code, and invoices state it as the place of supply. */
  gst?: string;
};

/** The formats of a country's addresses and phone numbers. */
export type Country = {
  name: string;
  /** The ISO 3166-1 alpha-2 code, used for `autocomplete` and for couriers. */
  code: string;
  /** The country calling code, which begins with `+`. */
  dialCode: string;
  /** The trunk prefix, which callers dial only within the country. */
  trunk: string;
  /** The pattern of a phone number's digits after the calling code and the trunk prefix. */
  phone: RegExp;
  phoneMessage: string;
  postalLabel: string;
  /** The pattern of a postal code that {@link normalizePostalCode} returns. */
  postal: RegExp;
  postalMessage: string;
  postalInput: 'numeric' | 'text';
  /**
   * Rule for formatting a postal code: if the code has more than `longerThan` characters, `sign` is inserted before the last
   * `last` characters.
   */
  postalGap?: { longerThan: number; last: number; sign: string };
  stateLabel: string;
  states: readonly State[];
};

/** Parses a comma-separated list of states. Each entry is a name, or a GST code and a name, such as `37 Andhra Pradesh`. */
function statesOf(text: string): State[] {
  return text.split(',').map((entry) => {
    const [, gst, name = ''] = /^\s*(\d{2})?\s*(.*?)\s*$/s.exec(entry) ?? [];
    return gst ? { name, gst } : { name };
  });
}

const northAmerican = {
  dialCode: '+1',
  trunk: '1',
  phone: /^[2-9]\d{2}[2-9]\d{6}$/,
  phoneMessage: 'A US or Canadian number has 10 digits, with the area code first.',
} as const;

/** The countries in which customers can live. The first country is the default. */
export const countries: readonly [Country, ...Country[]] = [
  {
    name: 'India',
    code: 'IN',
    dialCode: '+91',
    trunk: '0',
    phone: /^[6-9]\d{9}$/,
    phoneMessage: 'An Indian mobile number has 10 digits and begins with 6, 7, 8 or 9.',
    postalLabel: 'Pincode',
    postal: /^[1-9]\d{5}$/,
    postalMessage: 'An Indian pincode has 6 digits and does not begin with 0.',
    postalInput: 'numeric',
    stateLabel: 'State',
    // The 28 states are first, followed by the 8 union territories.
    states: statesOf(`37 Andhra Pradesh, 12 Arunachal Pradesh, 18 Assam, 10 Bihar, 22 Chhattisgarh, 30 Goa,
      24 Gujarat, 06 Haryana, 02 Himachal Pradesh, 20 Jharkhand, 29 Karnataka, 32 Kerala, 23 Madhya Pradesh,
      27 Maharashtra, 14 Manipur, 17 Meghalaya, 15 Mizoram, 13 Nagaland, 21 Odisha, 03 Punjab, 08 Rajasthan,
      11 Sikkim, 33 Tamil Nadu, 36 Telangana, 16 Tripura, 09 Uttar Pradesh, 05 Uttarakhand, 19 West Bengal,
      35 Andaman and Nicobar Islands, 04 Chandigarh, 26 Dadra and Nagar Haveli and Daman and Diu, 07 Delhi,
      01 Jammu and Kashmir, 38 Ladakh, 31 Lakshadweep, 34 Puducherry`),
  },
  {
    name: 'United States',
    code: 'US',
    ...northAmerican,
    postalLabel: 'ZIP code',
    postal: /^\d{5}(-\d{4})?$/,
    postalMessage: 'A ZIP code has 5 digits, or 9 as in 10001-2345.',
    postalInput: 'numeric',
    postalGap: { longerThan: 5, last: 4, sign: '-' },
    stateLabel: 'State',
    states: statesOf(`Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware,
      District of Columbia, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana,
      Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada,
      New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon,
      Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia,
      Washington, West Virginia, Wisconsin, Wyoming`),
  },
  {
    name: 'Canada',
    code: 'CA',
    ...northAmerican,
    postalLabel: 'Postal code',
    postal: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/,
    postalMessage: 'A Canadian postal code is written as in M5V 2T6.',
    postalInput: 'text',
    postalGap: { longerThan: 3, last: 3, sign: ' ' },
    stateLabel: 'Province',
    states: statesOf(`Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador,
      Northwest Territories, Nova Scotia, Nunavut, Ontario, Prince Edward Island, Quebec, Saskatchewan, Yukon`),
  },
  {
    name: 'Australia',
    code: 'AU',
    dialCode: '+61',
    trunk: '0',
    phone: /^[2-478]\d{8}$/,
    phoneMessage: 'An Australian number has 10 digits and begins with 0.',
    postalLabel: 'Postcode',
    postal: /^\d{4}$/,
    postalMessage: 'An Australian postcode has 4 digits.',
    postalInput: 'numeric',
    stateLabel: 'State',
    states: statesOf(`Australian Capital Territory, New South Wales, Northern Territory, Queensland,
      South Australia, Tasmania, Victoria, Western Australia`),
  },
  {
    name: 'United Kingdom',
    code: 'GB',
    dialCode: '+44',
    trunk: '0',
    phone: /^[1-35789]\d{8,9}$/,
    phoneMessage: 'A British number has 10 or 11 digits and begins with 0.',
    postalLabel: 'Postcode',
    postal: /^([A-Z]{1,2}\d[A-Z\d]?|GIR) \d[ABD-HJLNP-UW-Z]{2}$/,
    postalMessage: 'A British postcode is written as in SW1A 1AA.',
    postalInput: 'text',
    postalGap: { longerThan: 3, last: 3, sign: ' ' },
    stateLabel: 'Nation',
    states: statesOf('England, Northern Ireland, Scotland, Wales'),
  },
];

export const india = countries[0];

export const isInIndia = ({ country }: { country: string }) => country === india.name;

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function findCountry(name: string): Country | undefined {
  return countries.find((country) => sameName(country.name, name));
}

/** Returns the country with this name. Returns India for an unknown name. */
export function countryOf(name: string): Country {
  return findCountry(name) ?? india;
}

export function findState(country: Country, name: string): State | undefined {
  return country.states.find((state) => sameName(state.name, name));
}

/** Converts full-width characters and Devanagari digits, which Hindi keyboards type, to ASCII. */
const plainDigits = (text: string) =>
  text.normalize('NFKC').replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x966));

/** Formats a postal code as usual in its country. Example: `sw1a1aa` → `SW1A 1AA`. Does not validate the code. */
export function normalizePostalCode({ postalGap }: Country, input: string): string {
  const characters = plainDigits(input).toUpperCase().replace(/[\s-]/g, '');
  if (!postalGap || characters.length <= postalGap.longerThan) return characters;
  return characters.slice(0, -postalGap.last) + postalGap.sign + characters.slice(-postalGap.last);
}

/**
 * Parses a phone number. Example: `098290 00000` → `+919829000000`. If the number begins with a calling code (`+44 …`, `0044 …`),
 * the rules of that code's country apply, otherwise the rules of `country`. A number with an unknown calling code must have 8 to
 * 15 digits. Returns undefined for an invalid number.
 */
export function readPhone(country: Country, input: string): string | undefined {
  const text = plainDigits(input).replace(/[\s().\-‐-―]/g, '');
  const [, prefix, digits] = /^(\+|00)?(\d{1,16})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (!prefix) return readNationalPhone(country, digits);
  const dialledCountry = countries.find(({ dialCode }) => `+${digits}`.startsWith(dialCode));
  if (dialledCountry)
    return readNationalPhone(dialledCountry, `+${digits}`.slice(dialledCountry.dialCode.length));
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined;
}

function readNationalPhone({ dialCode, trunk, phone }: Country, digits: string): string | undefined {
  const after = (prefix: string) => (digits.startsWith(prefix) ? digits.slice(prefix.length) : '');
  const national = [digits, after(trunk), after(dialCode.slice(1))].find((number) => phone.test(number));
  return national && dialCode + national;
}

/** Formats a stored phone number for display. Example: `+919829000000` → `+91 98290 00000`. */
export function formatPhone(phone: string): string {
  const country = countries.find(({ dialCode }) => phone.startsWith(dialCode));
  if (!country) return phone;
  const national = phone.slice(country.dialCode.length);
  return country === india
    ? `+91 ${national.slice(0, 5)} ${national.slice(5)}`
    : `${country.dialCode} ${national}`;
}
