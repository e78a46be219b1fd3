import type { Dashboard } from './contract.ts';

/** Something that waits for a person, with the way to it. */
export type Todo = {
  count: number;
  title: string;
  about: string;
  to: string;
  press: string;
};

type Input = {
  count: number;
  one: string;
  many: string;
  about?: string;
  to: string;
  press: string;
};

const counted = ({ count, one, many, about = '', ...way }: Input): Todo[] =>
  count === 0 ? [] : [{ count, title: count === 1 ? one : many, about, ...way }];

const orders = (which: readonly string[], count: number) =>
  `${count === 1 ? 'Order' : 'Orders'} ${which.join(', ')}${count > which.length ? ' …' : ''}`;

/** The product lists that the dashboard's stock counts link to. */
export const stockLists = {
  low: '/admin/products?state=live&stock=low',
  out: '/admin/products?state=live&stock=out',
};

/** What waits, what should not wait first. */
export function todosOf(today: Dashboard): Todo[] {
  const { toPack, returnsToDecide, toInspect, messages } = today;
  const { missingDetails: missing, storesWithoutAddress: addressless } = today;
  return [
    ...counted({
      count: toPack.count,
      one: 'Order to pack',
      many: 'Orders to pack',
      about: orders(toPack.which, toPack.count),
      to: '/admin/orders?state=placed&sort=placed',
      press: 'Pack',
    }),
    ...counted({
      count: returnsToDecide.count,
      one: 'Return to decide',
      many: 'Returns to decide',
      about: orders(returnsToDecide.which, returnsToDecide.count),
      to: '/admin/orders?state=return_requested',
      press: 'Look',
    }),
    ...counted({
      count: toInspect.count,
      one: 'Parcel came back and wants to be looked at',
      many: 'Parcels came back and want to be looked at',
      about: orders(toInspect.which, toInspect.count),
      to: '/admin/orders?waits=inspect',
      press: 'Look',
    }),
    ...counted({
      count: messages.count,
      one: 'Message without an answer',
      many: 'Messages without an answer',
      about: messages.which.join(', '),
      to: '/admin/messages?state=new',
      press: 'Reply',
    }),
    ...counted({
      count: today.refundsStuck,
      one: 'Refund waits for a hand',
      many: 'Refunds wait for a hand',
      about: 'The bank refused, or it was cash',
      to: '/admin/orders?waits=refund',
      press: 'Look',
    }),
    ...counted({
      count: today.shipmentsStuck,
      one: 'Parcel that the courier refused',
      many: 'Parcels that the courier refused',
      to: '/admin/orders?waits=shipment',
      press: 'Look',
    }),
    ...counted({
      count: today.webhooksStuck,
      one: 'News of the bank or the courier could not be handled',
      many: 'News of the bank or the courier could not be handled',
      to: '/admin?show=stuck',
      press: 'Look',
    }),
    ...counted({
      count: today.mailsFailed,
      one: 'Mail that could not be sent',
      many: 'Mails that could not be sent',
      to: '/admin?show=stuck',
      press: 'Look',
    }),
    ...counted({
      count: missing.length,
      one: 'Detail of the shop is missing',
      many: 'Details of the shop are missing',
      about: `The law asks for them; pages, emails and invoices leave them out: ${missing.join(', ')}`,
      to: '/admin/content/contact',
      press: 'Fill in',
    }),
    ...counted({
      count: addressless.length,
      one: 'Store without an address',
      many: 'Stores without an address',
      about: addressless.join(', '),
      to: '/admin/content/stores',
      press: 'Fill in',
    }),
  ];
}
