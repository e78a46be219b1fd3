/**
 * The kind of supply under GST, by the seller's state and the destination. `unregistered`: the seller has no GSTIN and
 * charges no tax. Exports are zero-rated under a letter of undertaking (LUT). Without an LUT, exports bear IGST.
 */
export type Supply = 'unregistered' | 'within-state' | 'between-states' | 'export-under-lut' | 'export-taxed';

/** An amount of tax in paise, split by the government that receives the share. SGST includes UTGST. */
type TaxShares = { cgstPaise: number; sgstPaise: number; igstPaise: number };

/** An invoice line split into value and tax. `amountPaise` is the price paid, always `taxablePaise + taxPaise`. */
export type TaxedAmount = TaxShares & { amountPaise: number; taxablePaise: number; taxPaise: number };

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

/** True if an invoice of this kind shows tax. */
function isTaxed(supply: Supply): boolean {
  return supply !== 'unregistered' && supply !== 'export-under-lut';
}

/** Returns the tax in a price that includes it, in whole paise. `rate` is in hundredths of a percent. */
export function taxWithin(amountPaise: number, rate: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + rate));
}

/** Splits a price that contains `taxPaise` of tax. If no tax may be charged, the whole price is the value. */
export function splitAmount(supply: Supply, sold: { amountPaise: number; taxPaise: number }): TaxedAmount {
  const { amountPaise } = sold;
  const taxPaise = isTaxed(supply) ? sold.taxPaise : 0;
  return { amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise, ...sharesOf(supply, taxPaise) };
}

/** Within a state, centre and state get half of the tax each; the centre gets an odd paisa. Otherwise, all tax is IGST. */
function sharesOf(supply: Supply, taxPaise: number): TaxShares {
  if (supply !== 'within-state') return { cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = Math.ceil(taxPaise / 2);
  return { cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
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
