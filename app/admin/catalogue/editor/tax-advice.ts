import { formatRupees, toRupees } from '../../../foundation/money.ts';
import { type TaxRate, taxPortion } from '../../../pricing/tax.ts';

/**
 * Text about the tax, shown below the price. If the tax rate of the price is uncertain, `offers` are the nearest prices in rupees
 * whose rate is certain.
 */
type TaxAdvice = { text: string; isWarning: boolean; offers: number[] };

const warning = (text: string, offers: number[] = []): TaxAdvice => ({ text, isWarning: true, offers });

const percent = (rate: number) => `${rate / 100} %`;

/** Number of lower prices, and of higher prices, that are tried to find the `offers`. The tried prices are one rupee apart. */
const reach = 1000;

/** Describes the tax that a price in rupees includes, or why the tax is unknown. Returns undefined without a price. */
export function taxAdvice(
  { hsn, price }: { hsn: string; price: number | undefined },
  rates: readonly TaxRate[],
  day: string,
): TaxAdvice | undefined {
  if (hsn.trim() === '') return warning('The invoice cannot show the tax without an HSN.');
  if (price === undefined || price <= 0) return undefined;
  const portion = (rupees: number) => taxPortion({ hsn, pricePaise: Math.round(rupees * 100) }, rates, day);
  const found = portion(price);
  if (!found)
    return warning(
      `No tax rate is stored for HSN ${hsn}. Please ask your accountant whether the HSN is right.`,
    );
  if (found.certain) {
    const { rate, taxablePaise, taxPaise } = found;
    const [cloth, tax] = [formatRupees(toRupees(taxablePaise)), formatRupees(toRupees(taxPaise))];
    return {
      text: `${percent(rate)} GST is included: ${cloth} for the product, ${tax} tax.`,
      isWarning: false,
      offers: [],
    };
  }
  const isClear = (rupees: number) => portion(rupees)?.certain === true;
  const steps = Array.from({ length: reach }, (_, step) => step);
  const below = steps.map((step) => Math.floor(price) - step).find((rupees) => rupees > 0 && isClear(rupees));
  const above = steps.map((step) => Math.ceil(price) + step).find(isClear);
  const offers = [below, above].filter((rupees) => rupees !== undefined);
  return warning(
    `At this price it is not certain which tax rate the law requires. The invoice would show ${percent(found.rate)}. The nearest prices with a certain tax rate are:`,
    offers,
  );
}
