/** Fixed paths of the storefront, in lower case, without categories and products. */
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
