import type { CodRules } from '../content/contract.ts';
import { addressFields, checkAddress, requiredInProfile } from '../customers/rules.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import { formatRupees, toRupees } from '../foundation/money.ts';
import type { Totals } from '../pricing/rules.ts';
import type { DeliveryForm } from './contract.ts';

/** Where the shop delivers to; other countries are quoted by message. */
export const deliveredCountries: readonly string[] = ['India'];

/** Judges the delivery form, and answers it as it is to be written on the parcel. An apartment is required here. */
export function checkDelivery(
  form: DeliveryForm,
  { pincodeRequired }: { pincodeRequired: boolean },
): { fields: FieldError[]; form: DeliveryForm } {
  const required = addressFields.filter(
    (field) =>
      requiredInProfile.includes(field) || field === 'apartment' || (field === 'pincode' && pincodeRequired),
  );
  const { fields, address } = checkAddress(form, { required, within: deliveredCountries });
  return { fields, form: address };
}

/** Why this order cannot be paid in cash; `undefined` when it can. */
export function codProblem(
  rules: CodRules,
  bill: Pick<Totals, 'totalPaise'>,
  lines: readonly { isUnique: boolean }[],
): string | undefined {
  if (!rules.allowed) return 'Cash on delivery is not offered at the moment. Please pay online.';
  if (rules.fromPaise !== null && bill.totalPaise < rules.fromPaise)
    return `Cash on delivery is for orders of ${formatRupees(toRupees(rules.fromPaise))} or more.`;
  if (rules.upToPaise !== null && bill.totalPaise > rules.upToPaise)
    return `Cash on delivery is for orders up to ${formatRupees(toRupees(rules.upToPaise))}.`;
  if (rules.notForUnique && lines.some(({ isUnique }) => isUnique))
    return 'A piece of which there is only one is paid online.';
  return undefined;
}
