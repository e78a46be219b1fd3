export type Screen = { path: string; status?: number };

/** Screens that show the shopper's own data. */
export const ownScreens = [
  '/cart',
  '/wishlist',
  '/profile',
  '/account-form',
  '/checkout',
  '/account',
  '/account?show=payments',
  '/account?show=rate',
  '/orderdetail/TB-SAR-001',
] as const;

const found = `
  / /category /Sarees /CoOrdSets?color=Indigo /craft/Ikat /fabric/Cotton
  /search /search?query=khadi /search?query=spaceship
  /Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001 /Suits/chanderi-rose-suit-set/TB-SUT-002
  /Sarees/narmada-maheshwari-saree/TB-SAR-009
  /our-story /legal-policies /privacy-policy /shipping-policy /terms-and-conditions /return-policy /reach-us
  /login /login?next=%2Fcart /cart?piece=TB-SAR-001 /orderdetail/TB-SAR-001?order=TB1`;

/** Every route of the route table. A route without a status responds 200. */
export const screens: readonly Screen[] = [
  ...[...found.trim().split(/\s+/), ...ownScreens].map((path) => ({ path })),
  { path: '/wishlist/shared/no-such-list-1234567', status: 404 },
  { path: '/products/no-such-piece', status: 404 },
  { path: '/no/such/page', status: 404 },
];
