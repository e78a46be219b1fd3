import { expect, it } from 'vitest';
import { settings as seedSettings } from '../../seeds/content.ts';
import { type Settings, type WrittenPage, withoutPlaceholder } from './contract.ts';
import { fillIn, fillInValues, placeholdersOf } from './fill-in.ts';

const settings: Settings = {
  ...seedSettings,
  contact: {
    ...seedSettings.contact,
    ...{ legalName: 'Tanabana Weaves', address: '1, Loom Lane, Jaipur', grievanceOfficer: 'A. Weaver' },
  },
  shipping: { freeFromPaise: 12_500_000, belowPaise: 0, indiaDays: [3, 5], abroadDays: [10, 10] },
};

const fillInText = (text: string, from: Settings) => fillInValues(text, placeholdersOf(from));

it.each([
  ['{indiaDays} in India, {abroadDays} abroad', '3–5 in India, 10 abroad'],
  ['above {freeFrom}', 'above ₹1,25,000'],
  [
    '{officeHours}. {email}, {returnDays}, {email}',
    'Mon–Sat 10:00–18:00 IST. hello@tanabana.example, 7, hello@tanabana.example',
  ],
  [
    '{legalName}, {address}, {phone}, {grievanceOfficer}',
    'Tanabana Weaves, 1, Loom Lane, Jaipur, +91 140 000 0000, A. Weaver',
  ],
])('the text %j is filled in as %j [S-POL-01 S-POL-02 S-POL-03 S-CON-06]', (written, filled) => {
  expect(fillInText(written, settings)).toBe(filled);
});

it('placeholders of missing texts are omitted, and the shop’s name replaces a missing registered name', () => {
  const contact = { ...settings.contact, legalName: '', grievanceOfficer: '', address: '' };
  const fill = (text: string) => fillInText(text, { ...settings, contact });
  expect(fill('{legalName}, {address}. Email {email}, telephone {phone}.')).toBe(
    'Tanabana. Email hello@tanabana.example, telephone +91 140 000 0000.',
  );
  expect(fill('Write to {grievanceOfficer}, {email}, {address}. We')).toBe(
    'Write to hello@tanabana.example. We',
  );
});

it('an example text that an older version stored is treated as empty', () => {
  const examples = [
    'Tanabana (registered name to be filled in)',
    'Shop 00, Example Lane, Jaipur 302003, Rajasthan, India',
  ];
  const real = '14, Example Lane Road (rear)';
  expect([...examples, real].map(withoutPlaceholder)).toEqual(['', '', real]);
});

it('an unknown placeholder is kept, and values with `$&` and braces are inserted unchanged', () => {
  const unknown = '{emial} {constructor} { email }';
  const contact = { ...settings.contact, legalName: '$& {email}' };
  expect(fillInText(`${unknown} {legalName}`, { ...settings, contact })).toBe(`${unknown} $& {email}`);
});

it('placeholders are replaced in the title, the introduction, the headings and the paragraphs of a page', () => {
  const page: WrittenPage = {
    ...{ slug: 'return-policy', title: '{shopName}', word: 'वादा', intro: '{returnDays} days' },
    ...{ img: null, imgAlt: '' },
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
