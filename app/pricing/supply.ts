/**
 * How the law sees a sale, by where the seller is and where the goods go. `unregistered`: the seller has no GSTIN, and
 * may charge no tax. Goods that leave India are zero-rated under a letter of undertaking (LUT), and bear IGST without one.
 */
export type Supply = 'unregistered' | 'within-state' | 'between-states' | 'export-under-lut' | 'export-taxed';

/** Whose tax an amount of tax is, in paise. SGST is called UTGST where a union territory has no legislature. */
export type TaxShares = { cgstPaise: number; sgstPaise: number; igstPaise: number };

/** One line of an invoice, split. `amountPaise` is what is paid for it, and always `taxablePaise + taxPaise`. */
export type TaxedAmount = TaxShares & { amountPaise: number; taxablePaise: number; taxPaise: number };

/** The digits by which GST knows each territory whose own share of the tax is called UTGST. */
const territories: readonly string[] = ['04', '26', '31', '35', '38'];

/** The supply from a state (its two GST digits) to a place; a place whose digits are unknown is another state. */
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

/** What the state's half of the tax is called. */
export function localTaxOf(sellerState: string | null): 'SGST' | 'UTGST' {
  return territories.includes(sellerState ?? '') ? 'UTGST' : 'SGST';
}

/** Whether an invoice of this kind names any tax. */
export function bearsTax(supply: Supply): boolean {
  return supply !== 'unregistered' && supply !== 'export-under-lut';
}

/** How much of a price that includes it is tax, to the paisa; `rate` in hundredths of a percent. */
export function taxWithin(amountPaise: number, rate: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + rate));
}

/**
 * Splits what is paid for something, of which `taxPaise` is the tax that was in its price. Where no tax may be charged,
 * all of it is the value of the goods.
 */
export function splitAmount(supply: Supply, sold: { amountPaise: number; taxPaise: number }): TaxedAmount {
  const { amountPaise } = sold;
  const taxPaise = bearsTax(supply) ? sold.taxPaise : 0;
  return { amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise, ...sharesOf(supply, taxPaise) };
}

/** Within a state each government has half; the odd paisa is the centre's. */
function sharesOf(supply: Supply, taxPaise: number): TaxShares {
  if (supply !== 'within-state') return { cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = Math.ceil(taxPaise / 2);
  return { cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

export function addUp(lines: readonly TaxedAmount[]): TaxedAmount {
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
