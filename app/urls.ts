/** The screens with an address of their own, in lower case; categories and pieces are not among them. */
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
