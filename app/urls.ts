/** Paths of the storefront's pages without path parameters, except the home page, in lower case. */
export const fixedPaths: readonly string[] = [
  '/account',
  '/account-form',
  '/cart',
  '/category',
  '/checkout',
  '/legal-policies',
  '/login',
  '/our-story',
  '/privacy-policy',
  '/profile',
  '/reach-us',
  '/return-policy',
  '/search',
  '/shipping-policy',
  '/terms-and-conditions',
  '/wishlist',
];
