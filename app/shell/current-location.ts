/** Which tab of the bottom bar stands for a page. */
export type TabName = 'home' | 'category' | 'cart' | 'order' | 'profile';

const owners: [tab: TabName, firstSegments: readonly string[]][] = [
  ['home', ['']],
  ['category', ['category', 'craft', 'fabric', 'products', 'search']],
  ['cart', ['cart', 'checkout']],
  ['order', ['account', 'orderdetail']],
  ['profile', ['profile', 'login', 'account-form', 'wishlist']],
];

const firstSegment = (pathname: string) => pathname.split('/')[1] ?? '';

/**
 * The active tab of a path, or `undefined` where none fits: a written page, a page that is not there.
 * `categoryLinks` are the paths of the categories; their pages and pieces belong to the categories tab.
 */
export function activeTab(pathname: string, categoryLinks: readonly string[]): TabName | undefined {
  const first = firstSegment(pathname);
  const owner = owners.find(([, segments]) => segments.includes(first));
  if (owner) return owner[0];
  return categoryLinks.some((link) => firstSegment(link) === first) ? 'category' : undefined;
}

/** True for the counter and a shopper's own pages: from 768 px on they have a slim header and no footer. */
export function hasSlimHeader(pathname: string): boolean {
  return ['account', 'checkout', 'profile', 'orderdetail'].includes(firstSegment(pathname));
}

/** `© 2025`, and from the next year on `© 2025–2026`. */
export function copyright(foundedYear: number, year: number): string {
  return year > foundedYear ? `© ${foundedYear}–${year}` : `© ${foundedYear}`;
}
