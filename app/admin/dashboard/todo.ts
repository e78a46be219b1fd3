import { formatDateTime } from '../../foundation/indian-dates.ts';
import * as urls from '../../urls.ts';
import type { Dashboard } from './contract.ts';

type Task = {
  /** Returns the number of things to do, and a text about them. */
  read: (dashboard: Dashboard) => { count: number; detail?: string };
  titles: [ofOne: string, ofSeveral: string];
  /** URL that the task's button opens. */
  to: string;
  /** By default `View`. */
  buttonLabel?: string;
  /** End of the sentence “Please ask an owner to …”, such as `make a backup`. Undefined if all staff may do the task. */
  ownersAction?: string;
};

/** Returns the number of orders, and a text that names some of them. */
const ordersOf = ({ count, examples }: Dashboard['toPack']) => ({
  count,
  detail: `${count === 1 ? 'Order' : 'Orders'} ${examples.join(', ')}${count > examples.length ? ' …' : ''}`,
});

export const describeBackup = ({ madeAt, madeBy }: Dashboard['lastBackup']) =>
  madeAt === null
    ? 'No backup has been made yet'
    : `The last backup was made on ${formatDateTime(madeAt)} by ${madeBy}`;

/** URLs of the product lists that the dashboard's stock counts link to. */
export const stockLists = {
  low: `${urls.adminProducts}?state=live&stock=low`,
  out: `${urls.adminProducts}?state=live&stock=out`,
};

/** All tasks, the most urgent first. */
const tasks: readonly Task[] = [
  {
    read: ({ toPack }) => ordersOf(toPack),
    titles: ['Order to pack', 'Orders to pack'],
    to: `${urls.adminOrders}?state=placed&sort=placed`,
    buttonLabel: 'Pack',
  },
  {
    read: ({ awaitingPickup }) => ordersOf(awaitingPickup),
    titles: ['Order to hand to the courier', 'Orders to hand to the courier'],
    to: `${urls.adminOrders}?waits=pickup&sort=placed`,
  },
  {
    read: ({ returnsToDecide }) => ordersOf(returnsToDecide),
    titles: ['Return waiting for your decision', 'Returns waiting for your decision'],
    to: `${urls.adminOrders}?state=return_requested`,
  },
  {
    read: ({ toInspect }) => ordersOf(toInspect),
    titles: ['Return to check', 'Returns to check'],
    to: `${urls.adminOrders}?waits=inspect`,
  },
  {
    read: ({ messages: { count, examples } }) => ({ count, detail: examples.join(', ') }),
    titles: ['Message to answer', 'Messages to answer'],
    to: `${urls.adminMessages}?state=new`,
    buttonLabel: 'Reply',
  },
  {
    read: ({ waitingReviewCount: count }) => ({ count }),
    titles: ['Review to read', 'Reviews to read'],
    to: `${urls.adminReviews}?state=waiting`,
    buttonLabel: 'Read',
  },
  {
    read: ({ manualRefundCount: count }) => ({
      count,
      detail: 'The bank rejected the refund, or the order was paid in cash',
    }),
    titles: ['Refund to pay by hand', 'Refunds to pay by hand'],
    to: `${urls.adminOrders}?waits=refund`,
  },
  {
    read: ({ refusedShipmentCount: count }) => ({ count }),
    titles: ['Shipment that the courier did not accept', 'Shipments that the courier did not accept'],
    to: `${urls.adminOrders}?waits=shipment`,
  },
  {
    read: ({ failedWebhookCount: count }) => ({ count }),
    titles: [
      'Message from the bank or the courier that this website could not process',
      'Messages from the bank or the courier that this website could not process',
    ],
    to: urls.adminFailed,
  },
  {
    read: ({ failedEmailCount: count }) => ({ count }),
    titles: ['Email that could not be sent', 'Emails that could not be sent'],
    to: urls.adminFailed,
  },
  {
    read: ({ lastBackup }) => ({ count: lastBackup.isTooOld ? 1 : 0, detail: describeBackup(lastBackup) }),
    titles: ['Backup is due', 'Backup is due'],
    to: `${urls.adminContent}/rules`,
    buttonLabel: 'Change the reminder',
    ownersAction: 'make a backup',
  },
  {
    read: ({ missingDetails: missing }) => ({
      count: missing.length,
      detail: `The law requires them, and your pages, emails and invoices do not show them yet: ${missing.join(', ')}`,
    }),
    titles: ['Shop detail is missing', 'Shop details are missing'],
    to: `${urls.adminContent}/contact`,
    buttonLabel: 'Fill in',
    ownersAction: 'fill them in',
  },
  {
    read: ({ storesWithoutAddress: stores }) => ({ count: stores.length, detail: stores.join(', ') }),
    titles: ['Store without an address', 'Stores without an address'],
    to: `${urls.adminContent}/stores`,
    buttonLabel: 'Fill in',
  },
];

/**
 * Lists the open tasks of a staff member, the most urgent first. Omits tasks with a count of 0. A task that the staff member may
 * not do has no URL.
 */
export function todosOf(dashboard: Dashboard, { isOwner }: { isOwner: boolean }) {
  return tasks
    .map(({ read, ...task }) => ({ ...task, ...read(dashboard) }))
    .filter(({ count }) => count > 0)
    .map(({ count, detail, titles: [ofOne, ofSeveral], to, buttonLabel = 'View', ownersAction }) => ({
      ...{ count, title: count === 1 ? ofOne : ofSeveral, buttonLabel },
      ...(isOwner || !ownersAction
        ? { detail, to }
        : { detail: `${detail}. Please ask an owner to ${ownersAction}.`, to: undefined }),
    }));
}
