import type { Settings } from './contract.ts';

/** Returns the seller's name, the registered one once the owner has written it, and the address if there is one. */
export function sellerLines({ name, contact }: Pick<Settings, 'name' | 'contact'>): string[] {
  return [contact.legalName || name, contact.address].filter(Boolean);
}
