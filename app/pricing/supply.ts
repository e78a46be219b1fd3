/**
 * The kind of supply under GST, which depends on the seller's state and the destination. `unregistered`: the seller has no GSTIN
 * and charges no tax. Exports are zero-rated under a letter of undertaking (LUT). Without an LUT, exports bear IGST.
 */
export type Supply = 'unregistered' | 'within-state' | 'between-states' | 'export-under-lut' | 'export-taxed';

/**
 * An invoice line split into value and tax. `amountPaise` is the price that the customer paid. CGST, SGST and IGST add up to
 * `taxPaise`. SGST includes UTGST. Within a state, value and tax are rounded separately, so their sum can differ from the price:
 * see {@link roundOffOf}.
 */
export type TaxedAmount = Record<
  'amountPaise' | 'taxablePaise' | 'taxPaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise',
  number
>;

/** GST state codes of the union territories without a legislature. Their share of the tax is called UTGST. */
const territories: readonly string[] = ['04', '26', '31', '35', '38'];

/** Returns the kind of supply. States are two-digit GST codes. An unknown state is treated as another state. */
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

/** Returns the tax that a price includes. The value without tax is rounded half up. `rate` is in hundredths of a percent. */
export function taxWithin(amountPaise: number, rate: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + rate));
}

/**
 * Splits the price of a line into value and tax. `rate` is in hundredths of a percent. If the rate is null, or if the seller may
 * charge no tax, the whole price is the value. IGST is the price minus the value.
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
  // The CGST act and the SGST act each levy half of the rate on the value. The two shares are therefore equal, and each is
  // rounded half up.
  const half = Math.round((taxablePaise * rate) / 20_000);
  return { amountPaise, taxablePaise, taxPaise: 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}

/**
 * Returns the price minus the rounded value and taxes. Within a state, the result for a line is -1, 0 or 1. Otherwise it is
 * always zero.
 */
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
