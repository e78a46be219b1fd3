/**
 * The kind of supply under GST, by the seller's state and the destination. `unregistered`: the seller has no GSTIN and
 * charges no tax. Exports are zero-rated under a letter of undertaking (LUT). Without an LUT, exports bear IGST.
 */
export type Supply = 'unregistered' | 'within-state' | 'between-states' | 'export-under-lut' | 'export-taxed';

/**
 * An invoice line split into value and tax. `amountPaise` is the price paid, always `taxablePaise + taxPaise`. The other parts
 * are the shares of the tax by the government that receives them. SGST includes UTGST.
 */
export type TaxedAmount = Record<
  'amountPaise' | 'taxablePaise' | 'taxPaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise',
  number
>;

/** GST state codes of the union territories without a legislature. The share of these territories is called UTGST. */
const territories: readonly string[] = ['04', '26', '31', '35', '38'];

/** Returns the kind of supply. States are two-digit GST codes; an unknown state counts as another state. */
export function supplyOf(sale: {
  isRegistered: boolean;
  hasLut: boolean;
  isAbroad: boolean;
  sellerState: string | null;
  placeState: string | null;
}): Supply {
  const { isRegistered, hasLut, isAbroad, sellerState, placeState } = sale;
  if (!isRegistered) return 'unregistered';
  if (isAbroad) return hasLut ? 'export-under-lut' : 'export-taxed';
  return sellerState !== null && sellerState === placeState ? 'within-state' : 'between-states';
}

/** Returns the name of the state's share of the tax: `SGST` or `UTGST`. */
export function localTaxOf(sellerState: string | null): 'SGST' | 'UTGST' {
  return territories.includes(sellerState ?? '') ? 'UTGST' : 'SGST';
}

/** Returns the tax in a price that includes it, in whole paise. `rate` is in hundredths of a percent. */
export function taxWithin(amountPaise: number, rate: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + rate));
}

/** Splits a price that contains `taxPaise` of tax. If no tax may be charged, the whole price is the value. */
export function splitAmount(supply: Supply, sold: { amountPaise: number; taxPaise: number }): TaxedAmount {
  const { amountPaise } = sold;
  const taxPaise = supply === 'unregistered' || supply === 'export-under-lut' ? 0 : sold.taxPaise;
  const taxed = { amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise };
  if (supply !== 'within-state') return { ...taxed, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  // Centre and state get half of the tax each; the centre gets an odd paisa.
  const cgstPaise = Math.ceil(taxPaise / 2);
  return { ...taxed, cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

export function sumAmounts(lines: readonly TaxedAmount[]): TaxedAmount {
  const sum = (part: keyof TaxedAmount) => lines.reduce((total, line) => total + line[part], 0);
  return {
    amountPaise: sum('amountPaise'),
    taxablePaise: sum('taxablePaise'),
    taxPaise: sum('taxPaise'),
    cgstPaise: sum('cgstPaise'),
    sgstPaise: sum('sgstPaise'),
    igstPaise: sum('igstPaise'),
  };
}
