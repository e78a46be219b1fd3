import * as urls from '../../urls.ts';
import type { Dashboard } from './contract.ts';

type Task = {
  count: number;
  singular: string;
  plural: string;
  detail?: string;
  to: string;
  /** By default `Look`. */
  buttonLabel?: string;
};

/** Counts orders, and names the first of them. */
const ordersOf = ({ count, examples }: Dashboard['toPack']) => ({
  count,
  detail: `${count === 1 ? 'Order' : 'Orders'} ${examples.join(', ')}${count > examples.length ? ' …' : ''}`,
});

/** The product lists that the dashboard's stock counts link to. */
export const stockLists = {
  low: `${urls.adminProducts}?state=live&stock=low`,
  out: `${urls.adminProducts}?state=live&stock=out`,
};

/** Lists the tasks of the staff, the most urgent first. Leaves out those with nothing to do. */
export function todosOf(dashboard: Dashboard) {
  const { toPack, returnsToDecide, toInspect, messages } = dashboard;
  const { missingDetails: missing, storesWithoutAddress: addressless } = dashboard;
  const tasks: Task[] = [
    {
      ...ordersOf(toPack),
      singular: 'Order to pack',
      plural: 'Orders to pack',
      to: `${urls.adminOrders}?state=placed&sort=placed`,
      buttonLabel: 'Pack',
    },
    {
      ...ordersOf(returnsToDecide),
      singular: 'Return to decide',
      plural: 'Returns to decide',
      to: `${urls.adminOrders}?state=return_requested`,
    },
    {
      ...ordersOf(toInspect),
      singular: 'Parcel came back and wants to be looked at',
      plural: 'Parcels came back and want to be looked at',
      to: `${urls.adminOrders}?waits=inspect`,
    },
    {
      count: messages.count,
      singular: 'Message without an answer',
      plural: 'Messages without an answer',
      detail: messages.examples.join(', '),
      to: `${urls.adminMessages}?state=new`,
      buttonLabel: 'Reply',
    },
    {
      count: dashboard.manualRefundCount,
      singular: 'Refund waits for a hand',
      plural: 'Refunds wait for a hand',
      detail: 'The bank refused, or it was cash',
      to: `${urls.adminOrders}?waits=refund`,
    },
    {
      count: dashboard.refusedShipmentCount,
      singular: 'Parcel that the courier refused',
      plural: 'Parcels that the courier refused',
      to: `${urls.adminOrders}?waits=shipment`,
    },
    {
      count: dashboard.failedWebhookCount,
      singular: 'News of the bank or the courier could not be handled',
      plural: 'News of the bank or the courier could not be handled',
      to: `${urls.admin}?show=stuck`,
    },
    {
      count: dashboard.failedEmailCount,
      singular: 'Mail that could not be sent',
      plural: 'Mails that could not be sent',
      to: `${urls.admin}?show=stuck`,
    },
    {
      count: missing.length,
      singular: 'Detail of the shop is missing',
      plural: 'Details of the shop are missing',
      detail: `The law asks for them; pages, emails and invoices leave them out: ${missing.join(', ')}`,
      to: `${urls.adminContent}/contact`,
      buttonLabel: 'Fill in',
    },
    {
      count: addressless.length,
      singular: 'Store without an address',
      plural: 'Stores without an address',
      detail: addressless.join(', '),
      to: `${urls.adminContent}/stores`,
      buttonLabel: 'Fill in',
    },
  ];
  return tasks
    .filter(({ count }) => count > 0)
    .map(({ singular, plural, buttonLabel = 'Look', ...task }) => ({
      ...task,
      buttonLabel,
      title: task.count === 1 ? singular : plural,
    }));
}
