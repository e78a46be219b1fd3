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

/** Every route of the route table. A route without a status responds 200. */
export const screens: readonly Screen[] = [
  { path: '/' },
  { path: '/category' },
  { path: '/Sarees' },
  { path: '/CoOrdSets?color=Indigo' },
  { path: '/craft/Ikat' },
  { path: '/fabric/Cotton' },
  { path: '/search' },
  { path: '/search?query=khadi' },
  { path: '/search?query=spaceship' },
  { path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { path: '/Suits/chanderi-rose-suit-set/TB-SUT-002' },
  { path: '/Sarees/narmada-maheshwari-saree/TB-SAR-009' },
  { path: '/our-story' },
  { path: '/legal-policies' },
  { path: '/privacy-policy' },
  { path: '/shipping-policy' },
  { path: '/terms-and-conditions' },
  { path: '/return-policy' },
  { path: '/reach-us' },
  { path: '/login' },
  { path: '/login?next=%2Fcart' },
  ...ownScreens.map((path) => ({ path })),
  { path: '/cart?piece=TB-SAR-001' },
  { path: '/orderdetail/TB-SAR-001?order=TB1' },
  { path: '/wishlist/shared/no-such-list-1234567', status: 404 },
  { path: '/products/no-such-piece', status: 404 },
  { path: '/no/such/page', status: 404 },
];
