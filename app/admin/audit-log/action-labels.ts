import * as urls from '../../urls.ts';
import type { AuditEntry } from './contract.ts';

/** Labels of the audit log's actions. An action without a label is shown by its name. */
const text: Readonly<Record<string, string>> = {
  'categories.mark-stitched': 'Chose which categories contain stitched products',
  'content.update-banner': 'Changed a banner',
  'content.update-categories': 'Changed the categories',
  'content.update-page': 'Changed a page of the shop',
  'content.update-settings': 'Changed the shop’s settings',
  'content.update-stores': 'Changed the stores',
  'content.update-texts': 'Changed the texts of the home page',
  'content.update-tiles': 'Changed the tiles of the home page',
  'content.update-videos': 'Changed the videos of the home page',
  'content.upload-image': 'Uploaded a picture',
  'content.upload-video': 'Uploaded a video',
  'customer.erase': 'Deleted a customer',
  'customer.export': 'Downloaded a customer’s data',
  'email.retry': 'Tried again to send a failed email',
  'import.cancel': 'Cancelled an import',
  'import.create': 'Checked an import file',
  'import.done': 'Finished an import',
  'import.failed': 'An import failed',
  'import.start': 'Started an import',
  'message.close': 'Closed a message',
  'message.reopen': 'Reopened a message',
  'message.reply': 'Replied to a message',
  'order.cancel': 'Cancelled an order',
  'order.credit': 'Issued the missing credit note of an order',
  'order.note': 'Changed the private note of an order',
  'order.pack': 'Packed an order',
  'order.refund': 'Refunded an order',
  'order.ship': 'Shipped an order',
  'orders.export': 'Exported the orders',
  'product.adjust-stock': 'Changed the stock of a product',
  'product.archive': 'Archived a product',
  'product.create': 'Created a product',
  'product.publish': 'Published a product',
  'product.unpublish': 'Unpublished a product',
  'product.update': 'Changed a product',
  'product.update-images': 'Changed the pictures of a product',
  'product.update-video': 'Changed the video of a product',
  'refund.retry': 'Tried a failed refund again',
  'refund.settle': 'Marked a refund as paid by hand',
  'return.approve': 'Approved a return',
  'return.decline': 'Declined a return',
  'return.ask': 'Sent the shopper a question about a return',
  'return.inspect': 'Checked the items of a return',
  'review.answer': 'Answered a review',
  'review.approve': 'Approved a review',
  'review.hide': 'Hid a review',
  'shipment.recall': 'Cancelled a shipment',
  'shipment.retry': 'Tried again to book a shipment that the courier had not accepted',
  'shipment.update': 'Changed the status of a shipment',
  'sign-in.complete': 'Signed in',
  'sign-in.print-link': 'Created a sign-in link on the server',
  'sign-in.renew-recovery-codes': 'Made new recovery codes',
  'sign-in.replace-totp': 'Set up a new authenticator app',
  'sign-in.set-up-totp': 'Set up an authenticator app',
  'sign-in.use-recovery-code': 'Signed in with a recovery code',
  'staff.set-notifications': 'Chose which notifications to get',
  'team.add': 'Invited a staff member',
  'team.create-owner': 'Added an owner',
  'team.reset-factor': 'Reset the authenticator app of a staff member',
  'team.update': 'Changed a staff member',
  'webhook.retry': 'Tried again to process a failed message from the bank or the courier',
};

export const actionLabel = (action: string): string => text[action] ?? action;

/** Finds the actions whose label contains the text. Ignores the case. */
export const actionsLabelled = (part: string): string[] =>
  Object.keys(text).filter((action) => actionLabel(action).toLowerCase().includes(part.toLowerCase()));

const screens: Readonly<Record<string, string>> = {
  order: urls.adminOrders,
  product: urls.adminProducts,
  message: urls.adminMessages,
  customer: urls.adminCustomers,
};

/** Returns the URL path of the screen that shows an audit entry's subject. Returns undefined if the subject has no screen. */
export function pathOfSubject(kind: string, subject: string): string | undefined {
  const screen = screens[kind];
  return screen && subject !== '' ? `${screen}/${encodeURIComponent(subject)}` : undefined;
}

const kinds: Readonly<Record<string, string>> = {
  banner: 'Banners',
  categories: 'Categories',
  customer: 'Customer',
  email: 'Email',
  file: 'File',
  import: 'Import',
  message: 'Message',
  order: 'Order',
  orders: 'Orders',
  page: 'Page',
  product: 'Product',
  review: 'Review',
  settings: 'Settings',
  staff: 'Staff member',
  stores: 'Stores',
  texts: 'Home page texts',
  tiles: 'Tiles',
  videos: 'Videos',
  webhook: 'Message from the bank or the courier',
};

export const kindLabel = (kind: string): string => kinds[kind] ?? kind;

/**
 * Names the subject of an audit entry by its order number, email address or id: `Order TB1009`, `Product TB-SAR-001`. Shortens a
 * UUID to its first eight digits: `Message 95105a74`.
 */
export function subjectLabel({
  kind,
  subject,
  before,
  after,
}: Omit<AuditEntry, 'id' | 'at' | 'email' | 'action'>) {
  const id = subject === kind ? '' : subject.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, '$1');
  const name = nameIn(after) ?? nameIn(before) ?? id;
  return `${kindLabel(kind)} ${name}`.trim();
}

function nameIn(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  if ('number' in record && typeof record.number === 'string') return record.number;
  return 'email' in record && typeof record.email === 'string' ? record.email : undefined;
}
