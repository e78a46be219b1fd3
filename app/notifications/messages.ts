/** Texts of the emails to staff. The town is the only personal data in them; an order is named by number and total. */

type OrderFacts = { number: string; total: string; town: string };

export const texts = {
  orderPlaced: ({ number, total, town }: OrderFacts) => `New order ${number}: ${total}, ${town}.`,
  paymentReceived: ({ number, amount }: { number: string; amount: string }) =>
    `${amount} was paid online for order ${number}.`,
  paymentToCheck: ({ number, amount }: { number: string; amount: string }) =>
    `A payment of ${amount} for order ${number} could not be used and is being refunded. Please look at the order.`,
  returnRequested: ({ number, total, town, amount }: OrderFacts & { amount: string | undefined }) =>
    amount === undefined
      ? `A shopper in ${town} wants to return items from order ${number} (order total ${total}). Please approve or decline.`
      : `A shopper in ${town} wants to return pieces worth ${amount} from order ${number} (order total ${total}). Please approve or decline.`,
  refundFailed: ({ number, amount }: { number: string; amount: string }) =>
    `The refund of ${amount} for order ${number} failed. Please send it again or pay it yourself.`,
  shipmentFailed: ({ number }: { number: string }) =>
    `The courier did not accept the shipment of order ${number}. Please look at the order.`,
  stockLow: ({ product, left }: { product: string; left: number }) =>
    left === 0 ? `${product} is sold out.` : `${product} has ${left} left in stock.`,
  reviewWaits: 'A new review is waiting for you to read it.',
  messageWaits: 'A message is waiting for your answer.',
  emailFailed:
    'The shop could not send an email, although it tried several times. Please look at the list of failed emails.',
  webhookFailed:
    'This website could not process a message from the bank or the courier. Please look at the list of failed messages.',
  backupOld: ({ days }: { days: number }) =>
    days === 0
      ? 'There is no backup of your shop yet. Please make one.'
      : `The last backup of your shop is more than ${days === 1 ? 'a day' : `${days} days`} old. Please make one.`,
  severalEvents: ({ count }: { count: number }) => `${count} events in your shop`,
  andMore: ({ count }: { count: number }) =>
    count === 1 ? 'One more event is not in this email.' : `${count} more events are not in this email.`,
  why: 'You receive this email because you work in this shop’s admin. Choose which emails you want to get, or switch them off:',
  open: 'Open in the admin',
};
