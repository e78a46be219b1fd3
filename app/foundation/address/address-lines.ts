import type { Address } from './contract.ts';

/** Formats an address as usual in India: name, flat and street, city with state and pincode, country. Omits empty parts. */
export function addressLines(to: Omit<Address, 'phone'>): string[] {
  return [
    `${to.firstName} ${to.lastName}`.trim(),
    [to.apartment, to.address].filter(Boolean).join(', '),
    [to.city, to.state, to.pincode].filter(Boolean).join(', '),
    to.country,
  ].filter(Boolean);
}
