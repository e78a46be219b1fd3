import type { Settings } from './contract.ts';

/** Returns the seller's registered name, or else the shop's, and the address. Omits an address that the owner has not written. */
export function sellerLines({ name, contact }: Pick<Settings, 'name' | 'contact'>): string[] {
  return [contact.legalName || name, contact.address].filter(Boolean);
}
