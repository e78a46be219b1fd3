import { deliveryCountries } from '../content/abroad-text.ts';
import type { OrderLimits, Settings } from '../content/contract.ts';
import { addressFields, checkAddress } from '../customers/rules.ts';
import { stateOfPincode } from '../foundation/address/pincodes.ts';
import { dateInIndia, days, minutes } from '../foundation/clock.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import { formatCount } from '../foundation/ui/format-count.ts';
import type { UnpaidStock } from '../orders/order-limits.server.ts';
import type { DeliveryForm } from './contract.ts';
import { pincodeElsewhere } from './messages.ts';

/**
 * Returns the invalid fields and the normalised form. Every field is required, including the apartment and the pincode, which the
 * profile does not require. The pincode must belong to the state, which is the place of supply.
 */
export function checkDelivery(form: DeliveryForm): { fields: FieldError[]; form: DeliveryForm } {
  const { fields, address } = checkAddress(form, { required: addressFields, countries: deliveryCountries });
  const isChecked = fields.every(({ field }) => field !== 'pincode' && field !== 'state');
  const state = stateOfPincode(address.pincode);
  if (isChecked && state !== undefined && state !== address.state)
    fields.push({ field: 'pincode', message: pincodeElsewhere({ ...address, stateOfPincode: state }) });
  return { fields, form: address };
}

/** Returns the message for an online order that exceeds the limits; otherwise undefined. `unpaid` includes the new order. */
export function unpaidStockMessage(limits: OrderLimits, unpaid: readonly UnpaidStock[]): string | undefined {
  const exceeding = unpaid.find((counts) => exceedsLimits(limits, counts));
  if (!exceeding) return undefined;
  const cash = exceeding.cashOrders > 0 ? ' Your cash-on-delivery orders count until they are shipped.' : '';
  return `We can reserve at most ${maxOf(limits)} for you before you pay.${cash} Please order part of your cart and pay for it, then order the rest, or write to us.`;
}

/** Returns the message for a cash order that exceeds the limits; otherwise undefined. `unpaid` includes the new order. */
export function cashOrdersMessage(limits: OrderLimits, unpaid: readonly UnpaidStock[]): string | undefined {
  for (const counts of unpaid) {
    const cashOrders = {
      account: 'your cash-on-delivery orders',
      phone: 'the cash-on-delivery orders for this phone number',
      address: 'the cash-on-delivery orders for this address',
    }[counts.scope];
    const has = {
      account: 'You already have',
      phone: 'This phone number already has',
      address: 'This address already has',
    }[counts.scope];
    const orders = formatCount(counts.cashOrders - 1, 'cash-on-delivery order');
    const advice = 'Please pay for this order online, or write to us.';
    if (counts.cashOrders > limits.cashOrders)
      return `${has} ${orders} waiting to be shipped, and we cannot take more until one is shipped. ${advice}`;
    if (exceedsLimits(limits, counts))
      return `Together, ${cashOrders} that are not yet shipped can have at most ${maxOf(limits)}. ${advice}`;
  }
  return undefined;
}

const exceedsLimits = (limits: OrderLimits, { variants, units }: UnpaidStock) =>
  variants > limits.variants || units > limits.units;

const maxOf = ({ variants, units }: OrderLimits) =>
  `${variants} different ${variants === 1 ? 'piece' : 'pieces'} and ${units} in all`;

/**
 * Returns the message that the customer has already held these products for the daily maximum time. `mayPayCash`: the order can
 * be paid in cash.
 */
export function holdTimeMessage(names: readonly string[], mayPayCash: boolean): string {
  const list = new Intl.ListFormat('en-IN').format(names);
  return `We have reserved ${list} for you for the longest time that we allow in a day. Please order without ${names.length === 1 ? 'it' : 'them'}, ${mayPayCash ? 'choose cash on delivery, ' : ''}try again tomorrow, or write to us.`;
}

/**
 * Returns the minutes for which an order of these variants may still hold stock. `heldSeconds` contains the time for which each
 * variant was held in the last 24 hours. The longest of these times is subtracted from the daily limit, which is at least
 * `holdMinutes`.
 */
export function heldMinutesLeft(
  { holdMinutes, limits }: { holdMinutes: number; limits: OrderLimits },
  heldSeconds: ReadonlyMap<string, number>,
  variantIds: readonly string[],
): number {
  const maxHeldSeconds = Math.max(0, ...variantIds.map((id) => heldSeconds.get(id) ?? 0));
  return Math.max(limits.heldMinutes, holdMinutes) - maxHeldSeconds / 60;
}

export function placementDates(now: Date, { promiseDays }: Pick<Settings, 'promiseDays'>) {
  return { placedAt: now, promisedBy: dateInIndia(new Date(now.getTime() + days(promiseDays))) };
}

export function addMinutes(now: Date, count: number): Date {
  return new Date(now.getTime() + minutes(count));
}
