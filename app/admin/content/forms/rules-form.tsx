import { readResponse } from '../../../foundation/http/api-client.ts';
import { CheckField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { EditForm } from './edit-form.tsx';
import { numberOf, numberOrNone } from './form-values.ts';

type Rules = AdminContent['settings']['rules'];

function inputOf(rules: Rules) {
  const { shipping, cod, limits } = rules;
  return {
    freeFrom: String(shipping.freeFrom),
    below: String(shipping.below),
    indiaFrom: String(shipping.indiaDays[0]),
    indiaTo: String(shipping.indiaDays[1]),
    abroadFrom: String(shipping.abroadDays[0]),
    abroadTo: String(shipping.abroadDays[1]),
    codAllowed: cod.allowed,
    codFrom: String(cod.from ?? ''),
    codUpTo: String(cod.upTo ?? ''),
    notForUnique: cod.notForUnique,
    uniqueUpTo: String(cod.uniqueUpTo ?? ''),
    limitVariants: String(limits.variants),
    limitUnits: String(limits.units),
    heldMinutes: String(limits.heldMinutes),
    cashOrders: String(limits.cashOrders),
    pincodeRequired: rules.pincodeRequired,
    paymentTitle: rules.paymentTitle,
    holdMinutes: String(rules.holdMinutes),
    promiseDays: String(rules.promiseDays),
    lowStockAt: String(rules.lowStockAt),
    returnDays: String(rules.returnDays),
    latestOnHome: String(rules.latestOnHome),
    newOnBrowser: String(rules.newOnBrowser),
  };
}

type Input = ReturnType<typeof inputOf>;

function rulesOf(input: Input): Rules {
  return {
    shipping: {
      freeFrom: numberOf(input.freeFrom),
      below: numberOf(input.below),
      indiaDays: [numberOf(input.indiaFrom), numberOf(input.indiaTo)],
      abroadDays: [numberOf(input.abroadFrom), numberOf(input.abroadTo)],
    },
    cod: {
      allowed: input.codAllowed,
      from: numberOrNone(input.codFrom),
      upTo: numberOrNone(input.codUpTo),
      notForUnique: input.notForUnique,
      uniqueUpTo: numberOrNone(input.uniqueUpTo),
    },
    limits: {
      variants: numberOf(input.limitVariants),
      units: numberOf(input.limitUnits),
      heldMinutes: numberOf(input.heldMinutes),
      cashOrders: numberOf(input.cashOrders),
    },
    pincodeRequired: input.pincodeRequired,
    paymentTitle: input.paymentTitle,
    holdMinutes: numberOf(input.holdMinutes),
    promiseDays: numberOf(input.promiseDays),
    lowStockAt: numberOf(input.lowStockAt),
    returnDays: numberOf(input.returnDays),
    latestOnHome: numberOf(input.latestOnHome),
    newOnBrowser: numberOf(input.newOnBrowser),
  };
}

/** One number of the rules: what it is called, where the shop's words about it come from, and what it means. */
type NumberRow = { name: TextName; label: string; fields: string[]; help?: string };
type TextName = Exclude<keyof Input, 'codAllowed' | 'notForUnique' | 'pincodeRequired'>;

const shipping: NumberRow[] = [
  {
    name: 'freeFrom',
    label: 'Shipping is free from, in rupees',
    fields: ['shipping.freeFrom'],
    help: 'Every word about shipping in the shop is made from this. 0 makes it free for everybody.',
  },
  {
    name: 'below',
    label: 'Shipping of smaller orders, in rupees',
    fields: ['shipping.below'],
    help: '0 charges nobody.',
  },
  {
    name: 'indiaFrom',
    label: 'India: working days, at least',
    fields: ['shipping.indiaDays.0', 'shipping.indiaDays'],
  },
  { name: 'indiaTo', label: 'India: working days, at most', fields: ['shipping.indiaDays.1'] },
  {
    name: 'abroadFrom',
    label: 'Abroad: working days, at least',
    fields: ['shipping.abroadDays.0', 'shipping.abroadDays'],
  },
  { name: 'abroadTo', label: 'Abroad: working days, at most', fields: ['shipping.abroadDays.1'] },
];

const cod: NumberRow[] = [
  {
    name: 'codFrom',
    label: 'From a total of, in rupees',
    fields: ['cod.from'],
    help: 'Blank where there is no least amount.',
  },
  {
    name: 'codUpTo',
    label: 'Up to a total of, in rupees',
    fields: ['cod.upTo'],
    help: 'Blank where there is no end.',
  },
  {
    name: 'uniqueUpTo',
    label: 'One-of-a-kind pieces up to, in rupees',
    fields: ['cod.uniqueUpTo'],
    help: 'In one order, together. Blank for no limit.',
  },
];

const limits: NumberRow[] = [
  {
    name: 'limitVariants',
    label: 'Different pieces at most',
    fields: ['limits.variants'],
    help: 'In the unpaid order and all open cash orders of one shopper together. Each size counts.',
  },
  { name: 'limitUnits', label: 'Units of all pieces at most', fields: ['limits.units'] },
  {
    name: 'heldMinutes',
    label: 'Minutes in a day that one piece is held for one shopper',
    fields: ['limits.heldMinutes'],
    help: 'Over all of their unpaid orders. After that others can buy it.',
  },
  {
    name: 'cashOrders',
    label: 'Open cash orders at most',
    fields: ['limits.cashOrders'],
    help: 'Placed and not shipped yet. Counted for an account, a phone number and an address.',
  },
];

const others: NumberRow[] = [
  {
    name: 'holdMinutes',
    label: 'Pieces are put aside for who is paying: minutes',
    fields: ['holdMinutes'],
  },
  { name: 'promiseDays', label: 'An order should have arrived after: days', fields: ['promiseDays'] },
  {
    name: 'returnDays',
    label: 'A piece may be returned within: days',
    fields: ['returnDays'],
    help: 'The return policy says so with {returnDays}.',
  },
  { name: 'lowStockAt', label: 'Stock counts as low at: pieces', fields: ['lowStockAt'] },
  { name: 'latestOnHome', label: 'Latest pieces on the home page', fields: ['latestOnHome'] },
  { name: 'newOnBrowser', label: 'New pieces in the category browser', fields: ['newOnBrowser'] },
];

/** The rules of shipping, of cash on delivery, and the shop's numbers. */
export function RulesForm({ content: { settings } }: { content: AdminContent }) {
  const draft = useDraft(inputOf(settings.rules), settings.versions.rules);
  const { value, change } = draft;
  const save = (seenVersion: string) =>
    readResponse(adminApi.content.settings.$put({ json: { seenVersion, rules: rulesOf(value) } }));
  return (
    <EditForm label="Rules" draft={draft} save={save} ownersOnly>
      {(errorOf) => {
        const number = ({ name, label, fields, help }: NumberRow) => (
          <TextField
            key={name}
            label={label}
            help={help}
            inputMode="decimal"
            value={value[name]}
            onChange={(input) => change({ [name]: input })}
            error={errorOf(...fields.map((field) => `rules.${field}`))}
          />
        );
        return (
          <>
            <h2>Shipping</h2>
            {shipping.map(number)}
            <h2>Cash on delivery</h2>
            <CheckField
              label="Shoppers may pay at the door"
              value={value.codAllowed}
              onChange={(codAllowed) => change({ codAllowed })}
            />
            {cod.map(number)}
            <CheckField
              label="Not for orders with a piece of which there is only one"
              value={value.notForUnique}
              onChange={(notForUnique) => change({ notForUnique })}
            />
            <h2>How much one shopper can reserve</h2>
            {limits.map(number)}
            <h2>Counter and stock</h2>
            <CheckField
              label="Ask every shopper for a pincode"
              value={value.pincodeRequired}
              onChange={(pincodeRequired) => change({ pincodeRequired })}
            />
            <TextField
              label="Title of the payment window"
              help="“Product purchase” where this is blank."
              value={value.paymentTitle}
              onChange={(paymentTitle) => change({ paymentTitle })}
              error={errorOf('rules.paymentTitle')}
            />
            {others.map(number)}
          </>
        );
      }}
    </EditForm>
  );
}
