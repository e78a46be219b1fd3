/**
 * The kind of supply under GST, by the seller's state and the destination. `unregistered`: the seller has no GSTIN and
 * charges no tax. Exports are zero-rated under a letter of undertaking (LUT). Without an LUT, exports bear IGST.
 */
export type Supply = 'unregistered' | 'within-state' | 'between-states' | 'export-under-lut' | 'export-taxed';

/**
 * An invoice line split into value and tax. `amountPaise` is the price paid. The last three parts are the shares of the tax by the
 * government that receives them, and add up to `taxPaise`. SGST includes UTGST. Within a state, value and tax are rounded
 * separately, so their sum can differ from the price: see {@link roundOffOf}.
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

/** Returns the tax in a price that includes it. The value without tax is rounded half up. `rate` is in hundredths of a percent. */
export function taxWithin(amountPaise: number, rate: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + rate));
}

/**
 * Splits the price of a line at a tax rate in hundredths of a percent. If the rate is null, or if no tax may be charged, the whole
 * price is the value. IGST is the price less the value.
 */
export function splitAmount(
  supply: Supply,
  { amountPaise, rate }: { amountPaise: number; rate: number | null },
): TaxedAmount {
  const isTaxed = rate !== null && supply !== 'unregistered' && supply !== 'export-under-lut';
  const igstPaise = isTaxed ? taxWithin(amountPaise, rate) : 0;
  const taxablePaise = amountPaise - igstPaise;
  if (!isTaxed || supply !== 'within-state')
    return { amountPaise, taxablePaise, taxPaise: igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise };
  // The CGST and the SGST acts each levy half of the rate on the value, so the shares are equal and each is rounded half up.
  const half = Math.round((taxablePaise * rate) / 20_000);
  return { amountPaise, taxablePaise, taxPaise: 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}

/** Returns the difference between the price and the rounded columns: -1, 0 or 1 for a line within a state, 0 for other supplies. */
export function roundOffOf({ amountPaise, taxablePaise, taxPaise }: TaxedAmount): number {
  return amountPaise - taxablePaise - taxPaise;
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
