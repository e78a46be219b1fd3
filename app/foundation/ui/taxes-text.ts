import { formatRupees } from '../money.ts';

/**
 * Returns `Including ₹2,285.71 GST` for the GST in a total, which is in rupees. Returns `Including all taxes` if the GST is
 * unknown or 0.
 */
export function taxesText(includedGst: number | undefined): string {
  return includedGst ? `Including ${formatRupees(includedGst)} GST` : 'Including all taxes';
}
