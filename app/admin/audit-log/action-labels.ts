import * as urls from '../../urls.ts';

/** Labels of the actions. An action without a label is shown by its name. */
const text: Readonly<Record<string, string>> = {
  'categories.mark-stitched': 'Said which categories hold stitched pieces',
  'content.update-banner': 'Changed a banner',
  'content.update-categories': 'Changed the categories',
  'content.update-page': 'Changed a page',
  'content.update-settings': 'Changed the shop’s rules or contact',
  'content.update-stores': 'Changed the stores',
  'content.update-texts': 'Changed the texts of the home page',
  'content.update-tiles': 'Changed the tiles',
  'content.update-videos': 'Changed the videos',
  'content.upload-image': 'Uploaded an image',
  'content.upload-video': 'Uploaded a video',
  'customer.erase': 'Erased a customer',
  'customer.export': 'Exported a customer’s data',
  'email.retry': 'Retried an email',
  'import.cancel': 'Cancelled an import',
  'import.create': 'Had a file checked',
  'import.done': 'The import is done',
  'import.failed': 'The import failed',
  'import.start': 'Started an import',
  'message.close': 'Closed a message',
  'message.reopen': 'Reopened a message',
  'message.reply': 'Replied to a message',
  'order.cancel': 'Cancelled an order',
  'order.credit': 'Issued a missing credit note',
  'order.note': 'Wrote a private note',
  'order.pack': 'Packed an order',
  'order.refund': 'Refunded an order',
  'order.ship': 'Shipped an order',
  'orders.export': 'Exported the orders',
  'product.adjust-stock': 'Adjusted the stock of a product',
  'product.archive': 'Archived a product',
  'product.create': 'Created a product',
  'product.publish': 'Published a product',
  'product.unpublish': 'Unpublished a product',
  'product.update': 'Changed a product',
  'product.update-images': 'Changed the images of a product',
  'product.update-video': 'Changed the video of a product',
  'refund.retry': 'Retried a refund',
  'refund.settle': 'Noted a refund that was paid by hand',
  'return.approve': 'Approved a return',
  'return.decline': 'Declined a return',
  'return.ask': 'Asked about a return',
  'return.inspect': 'Checked a return',
  'review.answer': 'Answered a review',
  'review.approve': 'Approved a review',
  'review.hide': 'Hid a review',
  'shipment.recall': 'Recalled a shipment',
  'shipment.retry': 'Retried a shipment',
  'shipment.update': 'Updated a shipment',
  'sign-in.complete': 'Signed in',
  'sign-in.print-link': 'Printed a sign-in link at the shop’s machine',
  'sign-in.renew-recovery-codes': 'Made new recovery codes',
  'sign-in.replace-totp': 'Set up a new authenticator app',
  'sign-in.set-up-totp': 'Set up a second factor',
  'sign-in.use-recovery-code': 'Signed in with a recovery code',
  'staff.set-notifications': 'Changed their notifications',
  'team.add': 'Added a team member',
  'team.create-owner': 'Named the first owner',
  'team.reset-factor': 'Reset a second factor',
  'team.update': 'Changed a team member',
  'webhook.retry': 'Had news of the bank or the courier handled again',
};

export const actionLabel = (action: string): string => text[action] ?? action;

const screens: Readonly<Record<string, string>> = {
  order: urls.adminOrders,
  product: urls.adminProducts,
  message: urls.adminMessages,
  customer: urls.adminCustomers,
};

/** Returns the path of the subject's screen. Returns undefined if it has none. */
export function pathOfSubject(kind: string, subject: string): string | undefined {
  const screen = screens[kind];
  return screen && subject !== '' ? `${screen}/${encodeURIComponent(subject)}` : undefined;
}

/** Shortens an id to be displayed, if it is a UUID. */
export const shortSubject = (subject: string): string =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(subject) ? subject.slice(0, 8) : subject;
