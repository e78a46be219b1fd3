import { countryOf } from '../../../foundation/address/countries.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { adminApi } from '../../admin-api.ts';
import type { AdminContent } from '../contract.ts';
import type { SettingsPart } from './edit-form.tsx';
import { area, check, errorUnder, type FormField, FormFields, number, select, text } from './fields.tsx';
import { numberOf, numberOrNone } from './form-values.ts';

type Settings = AdminContent['settings'];

const api = adminApi.content;

const contactInput = ({ contact: { contact, foundedYear, ...shop } }: Settings) => ({
  ...shop,
  ...contact,
  foundedYear: String(foundedYear),
});

const socialPages: FormField<Settings['contact']['socials']> = ({ name, value, onChange, errorOf }) =>
  [0, 1].map((index) => {
    const page = value[index] ?? { name: '', url: '' };
    return (
      <div className="grid gap-4" key={index}>
        <FormFields
          fields={{
            name: text(`Social page ${index + 1}: name`),
            url: text(`Social page ${index + 1}: address`, { type: 'url' }),
          }}
          value={page}
          onChange={(patch) => onChange(value.with(index, { ...page, ...patch }))}
          errorOf={errorUnder([`${name}.${index}.`], errorOf)}
        />
      </div>
    );
  });

/** Name, address and contact details of the shop. */
export const contactPart: SettingsPart<ReturnType<typeof contactInput>> = {
  part: 'contact',
  label: 'Name and contact',
  ownersOnly: true,
  inputOf: contactInput,
  errorsUnder: ['contact.', 'contact.contact.'],
  fields: {
    name: text('Name of the shop'),
    hindiName: text('Name in Hindi', { lang: 'hi' }),
    foundedYear: number('Founded in', { inputMode: 'numeric' }),
    legalName: text('Registered name', { help: 'As it stands on invoices and in the policies.' }),
    address: area('Address', { rows: 3 }),
    email: text('Email', { type: 'email' }),
    phone: text('Telephone', { type: 'tel' }),
    chatUrl: text('Chat', {
      type: 'url',
      help: 'Where a chat with the shop opens, such as https://wa.me/91…',
    }),
    officeHours: text('Office hours'),
    grievanceOfficer: text('Grievance officer', {
      help: 'The law asks every online shop for one, by name.',
    }),
    socials: socialPages,
  },
  save: (seenVersion, { name, hindiName, foundedYear, socials, ...contact }) =>
    readResponse(
      api.settings.$put({
        json: {
          seenVersion,
          contact: { name, hindiName, foundedYear: numberOf(foundedYear), socials, contact },
        },
      }),
    ),
};

/** Creates a field for capital letters and digits. */
function code(...options: Parameters<typeof text>): FormField<string> {
  const field = text(...options);
  return ({ onChange, ...props }) =>
    field({ ...props, onChange: (input) => onChange(input.toUpperCase().trim()) });
}

const states = countryOf('India').states.map(({ name }) => name);

/** The seller's lines of the invoices. */
export const sellerPart: SettingsPart<Settings['seller']> = {
  part: 'seller',
  label: 'Seller and tax',
  ownersOnly: true,
  intro:
    'Invoices are made from this and from the registered name and address. Those that are written already stay as they are.',
  inputOf: ({ seller }) => seller,
  errorsUnder: ['seller.'],
  fields: {
    gstin: code('GSTIN', {
      help: 'Blank while the shop is not registered: invoices then name no tax.',
      maxLength: 15,
    }),
    state: select('State that the shop sends from', states),
    invoicePrefix: code('Invoice numbers begin with', {
      help: 'One or two capital letters or digits; the last is no C, which credit notes add.',
      maxLength: 2,
    }),
    lutText: area('Invoices of what leaves India say', {
      help: 'Blank where the shop has no letter of undertaking and pays integrated tax.',
      rows: 3,
      maxLength: 300,
    }),
  },
  save: (seenVersion, seller) => readResponse(api.settings.$put({ json: { seenVersion, seller } })),
};

/** The rules as they are typed, by their names in the messages of the API. */
const rulesInput = ({ rules: { shipping, cod, limits, ...rules } }: Settings) => ({
  'shipping.freeFrom': String(shipping.freeFrom),
  'shipping.below': String(shipping.below),
  'shipping.indiaDays.0': String(shipping.indiaDays[0]),
  'shipping.indiaDays.1': String(shipping.indiaDays[1]),
  'shipping.abroadDays.0': String(shipping.abroadDays[0]),
  'shipping.abroadDays.1': String(shipping.abroadDays[1]),
  'cod.allowed': cod.allowed,
  'cod.from': String(cod.from ?? ''),
  'cod.upTo': String(cod.upTo ?? ''),
  'cod.notForUnique': cod.notForUnique,
  'cod.uniqueUpTo': String(cod.uniqueUpTo ?? ''),
  'limits.variants': String(limits.variants),
  'limits.units': String(limits.units),
  'limits.heldMinutes': String(limits.heldMinutes),
  'limits.cashOrders': String(limits.cashOrders),
  pincodeRequired: rules.pincodeRequired,
  paymentTitle: rules.paymentTitle,
  holdMinutes: String(rules.holdMinutes),
  promiseDays: String(rules.promiseDays),
  lowStockAt: String(rules.lowStockAt),
  returnDays: String(rules.returnDays),
  latestOnHome: String(rules.latestOnHome),
  newOnBrowser: String(rules.newOnBrowser),
});

type RulesInput = ReturnType<typeof rulesInput>;

const rulesOf = (input: RulesInput): Settings['rules'] => ({
  shipping: {
    freeFrom: numberOf(input['shipping.freeFrom']),
    below: numberOf(input['shipping.below']),
    indiaDays: [numberOf(input['shipping.indiaDays.0']), numberOf(input['shipping.indiaDays.1'])],
    abroadDays: [numberOf(input['shipping.abroadDays.0']), numberOf(input['shipping.abroadDays.1'])],
  },
  cod: {
    allowed: input['cod.allowed'],
    from: numberOrNone(input['cod.from']),
    upTo: numberOrNone(input['cod.upTo']),
    notForUnique: input['cod.notForUnique'],
    uniqueUpTo: numberOrNone(input['cod.uniqueUpTo']),
  },
  limits: {
    variants: numberOf(input['limits.variants']),
    units: numberOf(input['limits.units']),
    heldMinutes: numberOf(input['limits.heldMinutes']),
    cashOrders: numberOf(input['limits.cashOrders']),
  },
  pincodeRequired: input.pincodeRequired,
  paymentTitle: input.paymentTitle,
  holdMinutes: numberOf(input.holdMinutes),
  promiseDays: numberOf(input.promiseDays),
  lowStockAt: numberOf(input.lowStockAt),
  returnDays: numberOf(input.returnDays),
  latestOnHome: numberOf(input.latestOnHome),
  newOnBrowser: numberOf(input.newOnBrowser),
});

/** Puts a heading above a field. */
function under<V>(heading: string, field: FormField<V>): FormField<V> {
  return (props) => (
    <>
      <h2>{heading}</h2>
      {field(props)}
    </>
  );
}

/** The rules of shipping, of cash on delivery, and the shop's numbers. */
export const rulesPart: SettingsPart<RulesInput> = {
  part: 'rules',
  label: 'Rules',
  ownersOnly: true,
  inputOf: rulesInput,
  errorsUnder: ['rules.'],
  fields: {
    'shipping.freeFrom': under(
      'Shipping',
      number('Shipping is free from, in rupees', {
        help: 'Every word about shipping in the shop is made from this. 0 makes it free for everybody.',
      }),
    ),
    'shipping.below': number('Shipping of smaller orders, in rupees', { help: '0 charges nobody.' }),
    'shipping.indiaDays.0': number('India: working days, at least', { errors: ['shipping.indiaDays'] }),
    'shipping.indiaDays.1': number('India: working days, at most'),
    'shipping.abroadDays.0': number('Abroad: working days, at least', { errors: ['shipping.abroadDays'] }),
    'shipping.abroadDays.1': number('Abroad: working days, at most'),
    'cod.allowed': under('Cash on delivery', check('Shoppers may pay at the door')),
    'cod.from': number('From a total of, in rupees', { help: 'Blank where there is no least amount.' }),
    'cod.upTo': number('Up to a total of, in rupees', { help: 'Blank where there is no end.' }),
    'cod.uniqueUpTo': number('One-of-a-kind pieces up to, in rupees', {
      help: 'In one order, together. Blank for no limit.',
    }),
    'cod.notForUnique': check('Not for orders with a piece of which there is only one'),
    'limits.variants': under(
      'How much one shopper can reserve',
      number('Different pieces at most', {
        help: 'In the unpaid order and all open cash orders of one shopper together. Each size counts.',
      }),
    ),
    'limits.units': number('Units of all pieces at most'),
    'limits.heldMinutes': number('Minutes in a day that one piece is held for one shopper', {
      help: 'Over all of their unpaid orders. After that others can buy it.',
    }),
    'limits.cashOrders': number('Open cash orders at most', {
      help: 'Placed and not shipped yet. Counted for an account, a phone number and an address.',
    }),
    pincodeRequired: under('Counter and stock', check('Ask every shopper for a pincode')),
    paymentTitle: text('Title of the payment window', { help: '“Product purchase” where this is blank.' }),
    holdMinutes: number('Pieces are put aside for who is paying: minutes'),
    promiseDays: number('An order should have arrived after: days'),
    returnDays: number('A piece may be returned within: days', {
      help: 'The return policy says so with {returnDays}.',
    }),
    lowStockAt: number('Stock counts as low at: pieces'),
    latestOnHome: number('Latest pieces on the home page'),
    newOnBrowser: number('New pieces in the category browser'),
  },
  save: (seenVersion, input) =>
    readResponse(api.settings.$put({ json: { seenVersion, rules: rulesOf(input) } })),
};
