import { expect, it } from 'vitest';
import { type Settings, type WrittenPage, withoutPlaceholder } from './contract.ts';
import { fillIn, fillInValues, placeholdersOf } from './fill-in.ts';

const settings: Settings = {
  name: 'Tanabana',
  hindiName: 'तानाबाना',
  tagline: 'tradition meets style',
  heroText: '',
  description: '',
  foundedYear: 2025,
  contact: {
    legalName: 'Tanabana Weaves',
    address: '1, Loom Lane, Jaipur',
    email: 'hello@tanabana.example',
    phone: '+91 140 000 0000',
    chatUrl: 'https://chat.example',
    officeHours: 'Mon–Sat 10:00–18:00 IST',
    grievanceOfficer: 'A. Weaver',
  },
  socials: [],
  shipping: { freeFromPaise: 12_500_000, belowPaise: 0, indiaDays: [3, 5], abroadDays: [10, 10] },
  cod: { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: 5_000_000 },
  limits: { variants: 10, units: 30, heldMinutes: 60, cashOrders: 5 },
  pincodeRequired: false,
  holdMinutes: 15,
  promiseDays: 7,
  seller: { gstin: '', state: 'Rajasthan', invoicePrefix: 'TB', lutText: '' },
  typewriter: [],
  belonging: { word: '', paragraphs: [] },
  popularText: '',
  visitText: '',
  lowStockAt: 5,
  returnDays: 7,
  codeMinutes: 10,
  priceBands: [],
  latestOnHome: 8,
  newOnBrowser: 8,
};

const fillInText = (text: string, from: Settings) => fillInValues(text, placeholdersOf(from));

it('days are a range, or one number where both ends are the same [S-POL-01 S-POL-02]', () => {
  expect(fillInText('{indiaDays} in India, {abroadDays} abroad', settings)).toBe('3–5 in India, 10 abroad');
});

it('the threshold of free shipping is the one of the settings, in rupees [S-POL-03]', () => {
  expect(fillInText('above {freeFrom}', settings)).toBe('above ₹1,25,000');
});

it('office hours come from the settings [S-CON-06]', () => {
  expect(fillInText('{officeHours}.', settings)).toBe('Mon–Sat 10:00–18:00 IST.');
});

it('fills every placeholder of a text', () => {
  const written = '{legalName}, {address}, {email}, {phone}, {grievanceOfficer}, {returnDays}, {email}';
  expect(fillInText(written, settings)).toBe(
    'Tanabana Weaves, 1, Loom Lane, Jaipur, hello@tanabana.example, +91 140 000 0000, A. Weaver, 7, hello@tanabana.example',
  );
});

it('leaves out what the owner has not written, and names the shop where there is no registered name', () => {
  const contact = { ...settings.contact, legalName: '', grievanceOfficer: '', address: '' };
  const fill = (text: string) => fillInText(text, { ...settings, contact });
  expect(fill('{legalName}, {address}. E-mail {email}, telephone {phone}.')).toBe(
    'Tanabana. E-mail hello@tanabana.example, telephone +91 140 000 0000.',
  );
  expect(fill('Write to {grievanceOfficer}, {email}, {address}. We')).toBe(
    'Write to hello@tanabana.example. We',
  );
});

it.for([
  'Tanabana (registered name to be filled in)',
  'Shop 00, Example Lane, Jaipur 302003, Rajasthan, India',
])('takes an older data folder’s placeholder for blank: %s', (text) => {
  expect(withoutPlaceholder(text)).toBe('');
  expect(withoutPlaceholder('14, Example Lane Road (rear)')).toBe('14, Example Lane Road (rear)');
});

it('leaves a placeholder that means nothing for the owner to see', () => {
  expect(fillInText('{emial} {constructor} { email }', settings)).toBe('{emial} {constructor} { email }');
});

it('takes what the settings hold as it is, signs of replacement and braces too', () => {
  const contact = { ...settings.contact, legalName: '$& {email}' };
  expect(fillInText('{legalName}', { ...settings, contact })).toBe('$& {email}');
});

it('fills title, introduction, headings and paragraphs of a page', () => {
  const page: WrittenPage = {
    slug: 'return-policy',
    title: '{shopName}',
    word: 'वादा',
    intro: '{returnDays} days',
    img: null,
    imgAlt: '',
    sections: [{ id: 'one', heading: '{phone}', paragraphs: ['{email}', 'plain'] }],
    updatedAt: '2026-11-21T00:00:00.000Z',
  };
  expect(fillIn(page, settings)).toEqual({
    ...page,
    title: 'Tanabana',
    intro: '7 days',
    sections: [{ id: 'one', heading: '+91 140 000 0000', paragraphs: ['hello@tanabana.example', 'plain'] }],
  });
});
