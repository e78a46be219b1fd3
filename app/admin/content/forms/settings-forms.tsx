import { india } from '../../../foundation/address/countries.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { adminApi } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import type { AdminContent } from '../contract.ts';
import type { SettingsPart } from './edit-form.tsx';
import {
  area,
  check,
  ErrorsUnder,
  type FormField,
  FormFields,
  ListError,
  number,
  optionalNumber,
  select,
  text,
} from './fields.tsx';
import { type Flat, flatten, unflatten } from './form-values.ts';

type Settings = AdminContent['settings'];

const api = adminApi.content;

const socialPages: FormField<Settings['contact']['socials']> = ({ name, value, onChange }) =>
  [0, 1].map((index) => {
    const page = value[index] ?? { name: '', url: '' };
    return (
      <div className="grid gap-4" key={index}>
        <ErrorsUnder prefix={`${name}.${index}.`}>
          <FormFields
            fields={{
              name: text(`Social page ${index + 1}: name`),
              url: text(`Social page ${index + 1}: link`, { type: 'url' }),
            }}
            value={page}
            onChange={(patch) => onChange(value.with(index, { ...page, ...patch }))}
          />
        </ErrorsUnder>
      </div>
    );
  });

export const contactPart: SettingsPart<Flat<Settings['contact']>> = {
  part: 'contact',
  label: 'Name and contact',
  ownersOnly: true,
  inputOf: ({ contact }) => flatten(contact),
  errorsUnder: 'contact.',
  fields: {
    name: text('Name of the shop'),
    hindiName: text('Name in Hindi', { lang: 'hi' }),
    foundedYear: number('Year in which the shop was founded', { inputMode: 'numeric' }),
    'contact.legalName': text('Registered name', { help: 'As shown on invoices and in the policies.' }),
    'contact.address': area('Address', { rows: 3 }),
    'contact.email': text('Email', { type: 'email' }),
    'contact.replyTo': text('Email address for replies', {
      type: 'email',
      help: 'Shoppers’ replies to the shop’s emails arrive here. Leave it empty to get them at the email address above.',
    }),
    'contact.phone': text('Telephone', { type: 'tel' }),
    'contact.chatUrl': text('WhatsApp or chat link', {
      type: 'url',
      help: 'The link that opens a chat with the shop, such as https://wa.me/91…',
    }),
    'contact.officeHours': text('Office hours'),
    'contact.grievanceOfficer': text('Grievance officer', {
      help: 'The law requires every online shop to name one.',
    }),
    socials: socialPages,
  },
  save: (seenVersion, input) => {
    const contact = unflatten<Settings['contact']>(input);
    return readResponse(api.settings.$put({ json: { seenVersion, contact } }));
  },
};

/** Creates a text field that converts letters to capitals. */
function code(...options: Parameters<typeof text>): FormField<string> {
  const field = text(...options);
  return ({ onChange, ...props }) =>
    field({ ...props, onChange: (input) => onChange(input.toUpperCase().trim()) });
}

const states = india.states.map(({ name }) => name);

export const sellerPart: SettingsPart<Settings['seller']> = {
  part: 'seller',
  label: 'Seller and tax',
  ownersOnly: true,
  intro: 'Invoices use these details and the registered name and address. Issued invoices do not change.',
  inputOf: ({ seller }) => seller,
  errorsUnder: 'seller.',
  fields: {
    gstin: code('GSTIN', {
      help: 'Leave it empty if the shop is not registered for GST. Invoices then show no tax.',
      maxLength: 15,
    }),
    state: select('Indian state where parcels are sent from', states),
    invoicePrefix: code('Invoice numbers begin with', {
      help: 'One or two capital letters or digits. The last one cannot be C, because the numbers of credit notes end with a C.',
      maxLength: 2,
    }),
    lutText: area('Text on invoices for orders sent abroad', {
      help: 'Usually the sentence about your letter of undertaking (LUT). Leave it empty if the shop has no LUT and pays integrated tax.',
      rows: 3,
      maxLength: 300,
    }),
  },
  save: (seenVersion, seller) => readResponse(api.settings.$put({ json: { seenVersion, seller } })),
};

/** Fields for the reasons that a customer can give for a return. A checkbox marks the reasons for which the shop is at fault. */
const returnReasons: FormField<Settings['rules']['returns']['reasons']> = ({ name, value, onChange }) => (
  <div className="grid gap-4">
    {[...value.entries()].map(([index, reason]) => (
      <div className="grid gap-2" key={index}>
        <ErrorsUnder prefix={`${name}.${index}.`}>
          <FormFields
            fields={{
              text: text(`Reason ${index + 1} for a return`, { maxLength: 120 }),
              isClaim: check('Every product can be returned for this reason, because the shop is at fault'),
            }}
            value={reason}
            onChange={(patch) => onChange(value.with(index, { ...reason, ...patch }))}
          />
        </ErrorsUnder>
        {value.length > 1 && (
          <ActionButton className="link tap" onClick={() => onChange(value.toSpliced(index, 1))}>
            Remove<span className="sr"> reason {index + 1}</span>
          </ActionButton>
        )}
      </div>
    ))}
    <ListError name={name} />
    {value.length < 12 && (
      <ActionButton className="btn quiet" onClick={() => onChange([...value, { text: '', isClaim: false }])}>
        Add a reason
      </ActionButton>
    )}
  </div>
);

function days(where: string): FormField<[number, number]> {
  const minDays = number(`${where}: working days, at least`);
  const maxDays = number(`${where}: working days, at most`);
  return ({ name, value, onChange }) => (
    <>
      {minDays({ name, value: value[0], onChange: (next) => onChange([next, value[1]]) })}
      {maxDays({ name: `${name}.1`, value: value[1], onChange: (next) => onChange([value[0], next]) })}
    </>
  );
}

function under<V>(heading: string, field: FormField<V>): FormField<V> {
  return (props) => (
    <>
      <h2>{heading}</h2>
      {field(props)}
    </>
  );
}

export const rulesPart: SettingsPart<Flat<Settings['rules']>> = {
  part: 'rules',
  label: 'Rules',
  ownersOnly: true,
  inputOf: ({ rules }) => flatten(rules),
  errorsUnder: 'rules.',
  fields: {
    'shipping.freeFrom': under(
      'Shipping',
      number('Free shipping for orders from, in rupees', {
        help: 'All texts about shipping in the shop show this amount. 0 makes shipping free for every order.',
      }),
    ),
    'shipping.below': number('Shipping charge for smaller orders, in rupees', { help: '0 means no charge.' }),
    'shipping.indiaDays': days('Delivery in India'),
    'shipping.abroadDays': days('Delivery abroad'),
    'cod.allowed': under('Cash on delivery', check('Offer cash on delivery')),
    'cod.from': optionalNumber('Smallest order total, in rupees', { help: 'Leave it empty for no minimum.' }),
    'cod.upTo': optionalNumber('Largest order total, in rupees', { help: 'Leave it empty for no maximum.' }),
    'cod.uniqueUpTo': optionalNumber(
      'Cash on delivery: largest sum for products with only one unit left, in rupees',
      {
        help: 'The shop adds up the prices of the products in the order that have only one unit left. If the sum is higher than this, the shopper has to pay online. Leave it empty for no limit.',
      },
    ),
    'cod.notForUnique': check('No cash on delivery for orders with the last unit of a product'),
    'limits.variants': under(
      'Limits for one shopper',
      number('Largest number of different products in unpaid and cash-on-delivery orders', {
        help: 'The shop counts the products in the shopper’s unpaid order and in the cash-on-delivery orders that are not shipped yet. Each size counts as a product.',
      }),
    ),
    'limits.units': number('Largest number of units in unpaid and cash-on-delivery orders'),
    'limits.heldMinutes': number('Minutes a day that one product is reserved for one shopper', {
      help: 'An unpaid order reserves its products. All unpaid orders of the shopper in 24 hours count together. After these minutes, other shoppers can buy the product.',
    }),
    'limits.cashOrders': number('Largest number of cash-on-delivery orders not shipped yet', {
      help: 'Counted separately for each account, phone number and delivery address.',
    }),
    paymentTitle: text('Title of the payment window', {
      help: 'If this is empty, the title is “Product purchase”.',
    }),
    holdMinutes: number('Minutes that stock is reserved during payment'),
    promiseDays: number('Promised delivery time in days', {
      help: 'The checkout and the shopper’s order show the delivery date that is this many days after the order.',
    }),
    lowStockAt: number('Stock is low at this number of units or fewer'),
    backupDays: number('Days after which a backup is too old', {
      help: 'The dashboard then shows a warning, and staff who chose this notification get one email. 0 for no warning.',
    }),
    latestOnHome: number('Number of latest products on the home page'),
    newOnBrowser: number('Number of new products on the Categories page'),
    returnDays: under(
      'Returns',
      number('Days in which products can be returned', {
        help: 'Where you write {returnDays} in the return policy, shoppers see this number.',
      }),
    ),
    'returns.reasons': returnReasons,
    'returns.refundsDelivery': check('Refund the delivery charge when the shop is at fault'),
    'returns.photoDays': number('Days until the photos of a return are deleted', {
      help: 'Counted from the day the return is finished.',
    }),
    'emails.packed': under('Emails to shoppers', check('Email the shopper when their order is packed')),
    'emails.invoice': check('Attach the invoice to the first email after the order is packed'),
  },
  save: (seenVersion, input) => {
    const rules = unflatten<Settings['rules']>(input);
    return readResponse(api.settings.$put({ json: { seenVersion, rules } }));
  },
};
