/** What each deed of the log is in plain words. What has none yet is shown as it is written down. */
const text: Readonly<Record<string, string>> = {
  'door.enter': 'Came in',
  'door.recovery-code': 'Came in with a recovery code',
  'door.renew-recovery-codes': 'Made new recovery codes',
  'door.set-up': 'Set up a second factor',
  'import.check': 'Had a file checked',
  'import.done': 'The file is read in',
  'import.failed': 'Reading the file in broke off',
  'import.drop': 'Gave a file up',
  'import.start': 'Read a file in',
  'mail.send-again': 'Had a mail sent once more',
  'message.answer': 'Answered a message',
  'message.close': 'Closed a message',
  'message.reopen': 'Opened a message again',
  'order.cancel': 'Cancelled an order',
  'order.hand-over': 'Handed a parcel over',
  'order.move': 'Said how far an order is',
  'order.note': 'Wrote a private note',
  'order.pack': 'Packed an order',
  'order.refund': 'Gave money back',
  'order.settle-cash': 'Gave cash back by hand',
  'order.take-back': 'Took a parcel back',
  'orders.export': 'Saved the orders as a file',
  'parcel.ask-again': 'Asked the courier once more',
  'person.erase': 'Erased a person',
  'person.export': 'Saved a person’s data',
  'piece.create': 'Wrote a new piece down',
  'piece.archived': 'Put a piece away',
  'piece.draft': 'Took a piece down',
  'piece.edit': 'Changed a piece',
  'piece.live': 'Put a piece up',
  'piece.film': 'Changed the film of a piece',
  'piece.pictures': 'Changed the pictures of a piece',
  'piece.stock': 'Changed the stock of a piece',
  'refund.ask-again': 'Asked the bank once more',
  'return.approve': 'Approved a return',
  'return.decline': 'Declined a return',
  'return.judge': 'Looked at what came back',
  'review.answer': 'Answered a review',
  'review.approve': 'Approved a review',
  'review.hide': 'Hid a review',
  'team.add': 'Gave somebody a key',
  'team.change': 'Changed somebody’s key',
  'team.keep-owner': 'Named the first owner',
  'team.reset-factor': 'Reset somebody’s second factor',
  'window.banner': 'Changed a banner',
  'window.categories': 'Changed the categories',
  'window.film': 'Brought a film for the shop window',
  'window.films': 'Changed the films',
  'window.page': 'Wrote a page',
  'window.picture': 'Brought a picture for the shop window',
  'window.settings': 'Changed the shop’s rules or contact',
  'window.stores': 'Changed the stores',
  'window.tiles': 'Changed the tiles',
  'window.words': 'Changed the words of the home page',
};

export const actionLabel = (action: string): string => text[action] ?? action;

const screens: Readonly<Record<string, string>> = {
  order: '/admin/orders',
  piece: '/admin/pieces',
  message: '/admin/messages',
  customer: '/admin/people',
};

/** Where the thing that a deed was done to has a screen of its own. */
export function pathOfSubject(kind: string, subject: string): string | undefined {
  const screen = screens[kind];
  return screen && subject !== '' ? `${screen}/${encodeURIComponent(subject)}` : undefined;
}

/** The name of a thing as the log shows it: what machines count by is cut short. */
export const shortText = (subject: string): string =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(subject) ? subject.slice(0, 8) : subject;
