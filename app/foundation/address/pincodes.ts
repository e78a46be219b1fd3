/**
 * The prefixes of the pincodes of each state. The longest matching prefix determines the state. The list omits prefixes that
 * several states share.
 */
const states: readonly (readonly [name: string, prefixes: string])[] = [
  ['Delhi', '11'],
  ['Haryana', '12 13'],
  ['Punjab', '14 15'],
  // All other pincodes that begin with 160 belong to Mohali in Punjab, not to Chandigarh.
  ['Chandigarh', '16000 16001 16002 16003 16004'],
  ['Himachal Pradesh', '17'],
  ['Jammu and Kashmir', '18 190 191 192 193'],
  ['Ladakh', '194'],
  ['Uttar Pradesh', '20 21 22 23 240 241 242 243 245 25 260 261 264 265 27 28'],
  ['Uttarakhand', '248 249 263'],
  ['Rajasthan', '30 31 32 33 34'],
  ['Gujarat', '36 37 38 390 391 392 393 394 395'],
  ['Maharashtra', '400 401 402 404 405 41 42 43 44'],
  ['Goa', '403'],
  ['Madhya Pradesh', '45 46 47 48'],
  ['Chhattisgarh', '49'],
  ['Telangana', '500 501 502 503 504 505 506 508 509'],
  ['Andhra Pradesh', '51 52 53'],
  ['Karnataka', '56 57 58 59'],
  ['Tamil Nadu', '600 601 602 603 604 606 608 61 62 63 64'],
  ['Kerala', '67 68 69'],
  ['Lakshadweep', '68255'],
  ['Puducherry', '673310 533464'],
  ['West Bengal', '70 71 72 73 741 742 743'],
  ['Sikkim', '737'],
  ['Andaman and Nicobar Islands', '744'],
  ['Odisha', '75 76 77'],
  ['Assam', '78'],
  ['Arunachal Pradesh', '790 791 792'],
  ['Meghalaya', '793 794'],
  ['Manipur', '795'],
  ['Mizoram', '796'],
  ['Nagaland', '797 798'],
  ['Tripura', '799'],
  ['Bihar', '800 801 802 803 804 805 811 812 821 823 824 84 85'],
  ['Jharkhand', '815 822 825 826 827 828 829 83'],
];

/**
 * A prefix that determines no state, because it belongs to both Diu and Junagadh in Gujarat. Without this exception, its pincodes
 * would match the prefix `36` of Gujarat.
 */
const mixed = '362';

const stateOfPrefix = new Map(
  states.flatMap(([name, prefixes]) => prefixes.split(' ').map((digits) => [digits, name] as const)),
);

/**
 * Returns the state of an Indian pincode, with its name in `countries.ts`. Returns undefined if the pincode does not determine
 * the state.
 */
export function stateOfPincode(pincode: string): string | undefined {
  const digits = pincode.replace(/\s/g, '');
  if (!/^[1-9]\d{5}$/.test(digits) || digits.startsWith(mixed)) return undefined;
  for (let length = 6; length >= 2; length--) {
    const state = stateOfPrefix.get(digits.slice(0, length));
    if (state) return state;
  }
  return undefined;
}
