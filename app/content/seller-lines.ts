import type { Settings } from './contract.ts';

/**
 * Returns the seller's registered name and address. Uses the shop's name if there is no registered name. Omits an address that
 * the owner has not written.
 */
export function sellerLines({ name, contact }: Pick<Settings, 'name' | 'contact'>): string[] {
  return [contact.legalName || name, contact.address].filter(Boolean);
}
