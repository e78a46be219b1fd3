import { formatDateTime } from '../../foundation/indian-dates.ts';
import * as urls from '../../urls.ts';
import type { Dashboard } from './contract.ts';

type Task = {
  count: number;
  titles: [ofOne: string, ofSeveral: string];
  detail?: string;
  /** URL that the task's button opens. Undefined if the staff member may not do the task. */
  to?: string;
  /** By default `View`. */
  buttonLabel?: string;
};

/** Returns the number of orders, and a text that names some of them. */
const ordersOf = ({ count, examples }: Dashboard['toPack']) => ({
  count,
  detail: `${count === 1 ? 'Order' : 'Orders'} ${examples.join(', ')}${count > examples.length ? ' …' : ''}`,
});

/** Says when the last backup was made, and by which user of the server. */
export const describeBackup = ({ madeAt, madeBy }: Dashboard['lastBackup']) =>
  madeAt === null
    ? 'No backup has been made yet'
    : `The last backup was made on ${formatDateTime(madeAt)} by ${madeBy}`;

/** URLs of the product lists that the dashboard's stock counts link to. */
export const stockLists = {
  low: `${urls.adminProducts}?state=live&stock=low`,
  out: `${urls.adminProducts}?state=live&stock=out`,
};

/** Lists the open tasks of a staff member, the most urgent first. Omits tasks with a count of 0. */
export function todosOf(dashboard: Dashboard, { isOwner }: { isOwner: boolean }) {
  const { toPack, awaitingPickup, returnsToDecide, toInspect, messages } = dashboard;
  const { missingDetails: missing, storesWithoutAddress: addressless } = dashboard;
  const ownersOnly = (to: string) => (isOwner ? to : undefined);
  const forOwner = (detail: string, action: string) =>
    isOwner ? detail : `${detail}. Please ask an owner to ${action}.`;
  const tasks: Task[] = [
    {
      ...ordersOf(toPack),
      titles: ['Order to pack', 'Orders to pack'],
      to: `${urls.adminOrders}?state=placed&sort=placed`,
      buttonLabel: 'Pack',
    },
    {
      ...ordersOf(awaitingPickup),
      titles: ['Order to hand to the courier', 'Orders to hand to the courier'],
      to: `${urls.adminOrders}?waits=pickup&sort=placed`,
    },
    {
      ...ordersOf(returnsToDecide),
      titles: ['Return waiting for your decision', 'Returns waiting for your decision'],
      to: `${urls.adminOrders}?state=return_requested`,
    },
    {
      ...ordersOf(toInspect),
      titles: ['Return to check', 'Returns to check'],
      to: `${urls.adminOrders}?waits=inspect`,
    },
    {
      count: messages.count,
      titles: ['Message to answer', 'Messages to answer'],
      detail: messages.examples.join(', '),
      to: `${urls.adminMessages}?state=new`,
      buttonLabel: 'Reply',
    },
    {
      count: dashboard.waitingReviewCount,
      titles: ['Review to read', 'Reviews to read'],
      to: `${urls.adminReviews}?state=waiting`,
      buttonLabel: 'Read',
    },
    {
      count: dashboard.manualRefundCount,
      titles: ['Refund to pay by hand', 'Refunds to pay by hand'],
      detail: 'The bank rejected it, or the order was paid in cash',
      to: `${urls.adminOrders}?waits=refund`,
    },
    {
      count: dashboard.refusedShipmentCount,
      titles: ['Shipment that the courier did not accept', 'Shipments that the courier did not accept'],
      to: `${urls.adminOrders}?waits=shipment`,
    },
    {
      count: dashboard.failedWebhookCount,
      titles: [
        'Message from the bank or the courier that this website could not process',
        'Messages from the bank or the courier that this website could not process',
      ],
      to: urls.adminFailed,
    },
    {
      count: dashboard.failedEmailCount,
      titles: ['Email that could not be sent', 'Emails that could not be sent'],
      to: urls.adminFailed,
    },
    {
      count: dashboard.lastBackup.isTooOld ? 1 : 0,
      titles: ['Backup is due', 'Backup is due'],
      detail: forOwner(describeBackup(dashboard.lastBackup), 'make a backup'),
      to: ownersOnly(`${urls.adminContent}/rules`),
      buttonLabel: 'Change the reminder',
    },
    {
      count: missing.length,
      titles: ['Shop detail is missing', 'Shop details are missing'],
      detail: forOwner(
        `The law requires them, and your pages, emails and invoices do not show them yet: ${missing.join(', ')}`,
        'fill them in',
      ),
      to: ownersOnly(`${urls.adminContent}/contact`),
      buttonLabel: 'Fill in',
    },
    {
      count: addressless.length,
      titles: ['Store without an address', 'Stores without an address'],
      detail: addressless.join(', '),
      to: `${urls.adminContent}/stores`,
      buttonLabel: 'Fill in',
    },
  ];
  return tasks
    .filter(({ count }) => count > 0)
    .map(({ titles: [ofOne, ofSeveral], buttonLabel = 'View', ...task }) => ({
      ...task,
      buttonLabel,
      title: task.count === 1 ? ofOne : ofSeveral,
    }));
}
