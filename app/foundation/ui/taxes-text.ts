import { formatRupees } from '../money.ts';

/** Returns `Including ₹2,285.71 GST`, and if the GST in the total is unknown or 0, `Including all taxes`. In rupees. */
export function taxesText(includedGst: number | undefined): string {
  return includedGst ? `Including ${formatRupees(includedGst)} GST` : 'Including all taxes';
}
