type Recipient = Record<
  'firstName' | 'lastName' | 'apartment' | 'address' | 'city' | 'state' | 'pincode' | 'country',
  string
>;

/** The lines of an address as it is written in India: name, flat before street, place, country. Empty parts are left out. */
export function addressLines(to: Recipient): string[] {
  return [
    `${to.firstName} ${to.lastName}`.trim(),
    [to.apartment, to.address].filter(Boolean).join(', '),
    [to.city, to.state, to.pincode].filter(Boolean).join(', '),
    to.country,
  ].filter(Boolean);
}
