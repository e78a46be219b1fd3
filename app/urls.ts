/**
 * URL paths of all pages. Links, redirects and emails use the constants. The tab bar, the menu, robots.txt, the sitemap and the
 * check of category slugs use the list {@link pages}. This file imports nothing, so every module can import it. The build inlines
 * the constants.
 */
export const home = '/';
export const ourStory = '/our-story';
export const reachUs = '/reach-us';
export const legalPolicies = '/legal-policies';
export const privacyPolicy = '/privacy-policy';
export const shippingPolicy = '/shipping-policy';
export const termsAndConditions = '/terms-and-conditions';
export const returnPolicy = '/return-policy';
export const category = '/category';
export const craft = '/craft';
export const fabric = '/fabric';
export const search = '/search';
export const products = '/products';
export const cart = '/cart';
export const checkout = '/checkout';
export const account = '/account';
export const orderDetail = '/orderdetail';
export const profile = '/profile';
export const accountForm = '/account-form';
export const login = '/login';
export const wishlist = '/wishlist';
export const sharedWishlist = '/wishlist/shared';

export const admin = '/admin';
export const adminLogin = '/admin/login';
export const adminOrders = '/admin/orders';
export const adminProducts = '/admin/products';
export const adminContent = '/admin/content';
export const adminCustomers = '/admin/customers';
export const adminReviews = '/admin/reviews';
export const adminMessages = '/admin/messages';
export const adminImportExport = '/admin/import-export';
export const adminTeam = '/admin/team';
export const adminAuditLog = '/admin/audit-log';
export const adminAccount = '/admin/account';
export const adminNotifications = '/admin/account/notifications';
export const adminSentNotifications = '/admin/notifications';
export const adminFailed = '/admin?show=stuck';

/** The tabs of the bottom bar on phones. */
export type Tab = 'home' | 'category' | 'cart' | 'order' | 'profile';

type Page = {
  path: string;
  /** Tab that is active on this page and on the paths below it. */
  tab?: Tab;
  /** Link text in the menu row and the drawer. */
  menu?: string;
  /** True for a page with a slim header and no footer, from 768 px on. */
  slim?: true;
  /** True for a page that robots.txt excludes. */
  closed?: true;
  /** True if a parameter must follow the path. Without the parameter, the path is not a page. */
  parameter?: true;
};

/**
 * Pages of the storefront. The pages of categories and products are not listed, because their paths are stored in the database.
 */
export const pages: readonly Page[] = [
  { path: home, tab: 'home' },
  { path: ourStory, menu: 'Our Story' },
  { path: reachUs, menu: 'Reach Us' },
  { path: category, tab: 'category' },
  { path: legalPolicies },
  { path: privacyPolicy },
  { path: shippingPolicy },
  { path: termsAndConditions },
  { path: returnPolicy },
  { path: craft, tab: 'category', parameter: true },
  { path: fabric, tab: 'category', parameter: true },
  { path: products, tab: 'category', parameter: true },
  { path: cart, tab: 'cart', closed: true },
  { path: checkout, tab: 'cart', slim: true, closed: true },
  { path: account, tab: 'order', slim: true, closed: true },
  { path: profile, tab: 'profile', slim: true, closed: true },
  { path: accountForm, tab: 'profile', closed: true },
  { path: login, tab: 'profile', closed: true },
  { path: wishlist, tab: 'profile', closed: true },
  { path: orderDetail, tab: 'order', slim: true, closed: true, parameter: true },
  { path: search, tab: 'category', closed: true },
];

/** Returns the first segment of a path, such as `craft` for `/craft/Ikat`. */
export const firstSegment = (path: string) => path.split('/')[1] ?? '';
