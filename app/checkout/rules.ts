import type { CodRules, OrderLimits } from '../content/contract.ts';
import { addressFields, checkAddress, requiredInProfile } from '../customers/rules.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import { formatRupees, toRupees } from '../foundation/money.ts';
import type { UnpaidStock } from '../orders/order-limits.server.ts';
import type { Totals } from '../pricing/rules.ts';
import type { DeliveryForm } from './contract.ts';

/** Where the shop delivers to; other countries are quoted by message. */
export const deliveryCountries: readonly string[] = ['India'];

/** Judges the delivery form, and answers it as it is to be written on the parcel. An apartment is required here. */
export function checkDelivery(
  form: DeliveryForm,
  { pincodeRequired }: { pincodeRequired: boolean },
): { fields: FieldError[]; form: DeliveryForm } {
  const required = addressFields.filter(
    (field) =>
      requiredInProfile.includes(field) || field === 'apartment' || (field === 'pincode' && pincodeRequired),
  );
  const { fields, address } = checkAddress(form, { required, countries: deliveryCountries });
  return { fields, form: address };
}

/** Returns why an order that waits for its payment is refused; `undefined` when it is not. `unpaid` counts this order too. */
export function unpaidLimitProblem(limits: OrderLimits, unpaid: readonly UnpaidStock[]): string | undefined {
  const tooMuch = unpaid.find((one) => isTooMuch(limits, one));
  if (!tooMuch) return undefined;
  const cash = tooMuch.cashOrders > 0 ? ' Your open cash orders count until they are on their way.' : '';
  return `At most ${maxOf(limits)} are kept for you before you have paid.${cash} Please order a part of your cart and pay for it, then order the rest, or write to us.`;
}

/** Returns why another cash order is refused; `undefined` when it is not. `unpaid` counts this order too. */
export function cashLimitProblem(limits: OrderLimits, unpaid: readonly UnpaidStock[]): string | undefined {
  for (const one of unpaid) {
    const whose = { account: 'you', phone: 'this phone number', address: 'this address' }[one.scope];
    const instead = 'Please pay for this order online, or write to us.';
    const before = one.cashOrders - 1;
    if (one.cashOrders > limits.cashOrders)
      return `There ${before === 1 ? 'is 1 open cash order' : `are ${before} open cash orders`} for ${whose} already, and the shop takes no more until one is on its way. ${instead}`;
    if (isTooMuch(limits, one))
      return `All open cash orders for ${whose} together can have at most ${maxOf(limits)}. ${instead}`;
  }
  return undefined;
}

const isTooMuch = (limits: OrderLimits, { variants, units }: UnpaidStock) =>
  variants > limits.variants || units > limits.units;

const maxOf = ({ variants, units }: OrderLimits) =>
  `${variants} different ${variants === 1 ? 'piece' : 'pieces'} and ${units} ${units === 1 ? 'unit' : 'units'}`;

/** Message for pieces that were held for the shopper as long as they can be in a day. */
export function holdTimeProblem(names: readonly string[]): string {
  const list = new Intl.ListFormat('en-IN').format(names);
  return `${list} ${names.length === 1 ? 'was' : 'were'} held for you as long as one shopper can hold a piece in a day. Please order the others, pay in cash, try again tomorrow, or write to us.`;
}

/**
 * Returns how many minutes of the day's limit are left for an order of these variants. `heldSeconds`: for how long each was held for the
 * customer in the last 24 hours.
 */
export function heldMinutesLeft(
  { holdMinutes, limits }: { holdMinutes: number; limits: OrderLimits },
  heldSeconds: ReadonlyMap<string, number>,
  variantIds: readonly string[],
): number {
  const longest = Math.max(0, ...variantIds.map((id) => heldSeconds.get(id) ?? 0));
  return Math.max(limits.heldMinutes, holdMinutes) - longest / 60;
}

/** Why this order cannot be paid in cash; `undefined` when it can. */
export function codProblem(
  rules: CodRules,
  bill: Pick<Totals, 'totalPaise'>,
  lines: readonly { isUnique: boolean; pricePaise: number }[],
): string | undefined {
  if (!rules.allowed) return 'Cash on delivery is not offered at the moment. Please pay online.';
  if (rules.fromPaise !== null && bill.totalPaise < rules.fromPaise)
    return `Cash on delivery is for orders of ${formatRupees(toRupees(rules.fromPaise))} or more.`;
  if (rules.upToPaise !== null && bill.totalPaise > rules.upToPaise)
    return `Cash on delivery is for orders up to ${formatRupees(toRupees(rules.upToPaise))}.`;
  if (rules.notForUnique && lines.some(({ isUnique }) => isUnique))
    return 'A piece of which there is only one is paid online.';
  const uniquePaise = lines.reduce((sum, { isUnique, pricePaise }) => sum + (isUnique ? pricePaise : 0), 0);
  if (rules.uniqueUpToPaise !== null && uniquePaise > rules.uniqueUpToPaise)
    return `One-of-a-kind pieces above ${formatRupees(toRupees(rules.uniqueUpToPaise))} together are paid online.`;
  return undefined;
}
