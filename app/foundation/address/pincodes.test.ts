import { expect, it } from 'vitest';
import { pairsOf } from '../../../tests/fixtures/pairs.ts';
import { countries, findState } from './countries.ts';
import { stateOfPincode } from './pincodes.ts';

it.each([
  ...pairsOf(`302003 Rajasthan, 110001 Delhi, 160017 Chandigarh, 400001 Maharashtra, 403001 Goa, 500081 Telangana,
    560001 Karnataka, 600017 Tamil Nadu, 682001 Kerala, 682555 Lakshadweep, 194101 Ladakh, 737101 Sikkim,
    744101 Andaman and Nicobar Islands, 734001 West Bengal, 248001 Uttarakhand, 226001 Uttar Pradesh,
    834001 Jharkhand, 800001 Bihar`),
  ['302 003', 'Rajasthan'],
])('finds the state of the pincode %s: %s [S-CHK-14]', (pincode, state) => {
  expect(stateOfPincode(pincode)).toBe(state);
});

it.each([
  ['362520', 'Diu is between pincodes of Gujarat'],
  ['396210', 'Daman is between pincodes of Gujarat'],
  ['605001', 'Puducherry is between pincodes of Tamil Nadu'],
  ['247667', 'Roorkee in Uttarakhand shares the sorting district of Saharanpur in Uttar Pradesh'],
  ['160055', 'Mohali in Punjab shares the sorting district of Chandigarh'],
  ['900001', 'the army’s post has no state'],
  ['3020', 'incomplete'],
  ['1302003', 'one digit too many'],
  ['012345', 'begins with 0'],
  ['', 'empty'],
])('returns no state for the pincode "%s": %s [S-CHK-14]', (pincode) => {
  expect(stateOfPincode(pincode)).toBeUndefined();
});

it('returns a state from the list of Indian states, or no state, for every pincode prefix of three digits [S-CHK-12]', () => {
  const [india] = countries;
  const named = Array.from({ length: 900 }, (_, at) => stateOfPincode(`${at + 100}001`));
  for (const name of named) if (name) expect(findState(india, name)?.name).toBe(name);
  expect(new Set(named).size).toBeGreaterThan(30);
});
