import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import * as urls from './urls.ts';

/** Creates the route of a page. `path` begins with a slash, but React Router expects a path without it. */
const page = (path: string, file: string, id?: string) =>
  route(path.slice(1), file, id === undefined ? {} : { id });

/** Routes of all pages. `app.server.ts` adds the API, uploads, robots and sitemap. */
export default [
  index('content/home/home-page.tsx'),
  page(urls.category, 'catalogue/category-browser/browser-page.tsx'),
  page(`${urls.craft}/:craft`, 'catalogue/listing/listing-page.tsx', 'craft'),
  page(`${urls.fabric}/:fabric`, 'catalogue/listing/listing-page.tsx', 'fabric'),
  page(urls.search, 'catalogue/search/search-page.tsx'),
  page(`${urls.products}/:proId`, 'catalogue/product/product-alias-page.tsx'),

  page(urls.ourStory, 'content/story-page.tsx'),
  page(urls.legalPolicies, 'content/legal-page.tsx'),
  ...[urls.privacyPolicy, urls.shippingPolicy, urls.termsAndConditions, urls.returnPolicy].map((path) =>
    page(path, 'content/policy-page.tsx', path.slice(1)),
  ),
  page(urls.reachUs, 'messages/reach-us-page.tsx'),

  page(urls.login, 'customers/sign-in/login-page.tsx'),
  page(urls.profile, 'customers/profile/profile-page.tsx'),
  page(urls.accountForm, 'customers/profile/account-form-page.tsx'),
  page(urls.wishlist, 'wishlist/wishlist-page.tsx'),
  page(`${urls.sharedWishlist}/:key`, 'wishlist/shared-page.tsx'),
  page(urls.cart, 'cart/cart-page.tsx'),

  page(urls.checkout, 'checkout/checkout-page.tsx'),
  page(urls.account, 'orders/pages/account-page.tsx'),
  page(`${urls.orderDetail}/:proId`, 'orders/pages/order-detail-page.tsx'),

  page(urls.adminLogin, 'admin/sign-in/sign-in-page.tsx'),
  layout('admin/layout/layout.tsx', [
    page(urls.admin, 'admin/dashboard/dashboard-page.tsx'),
    page(urls.adminOrders, 'admin/orders/orders-page.tsx'),
    page(`${urls.adminOrders}/:id`, 'admin/orders/order-page.tsx'),
    page(urls.adminProducts, 'admin/catalogue/products-page.tsx'),
    page(`${urls.adminProducts}/:id`, 'admin/catalogue/product-page.tsx'),
    page(`${urls.adminContent}/:part?`, 'admin/content/content-page.tsx'),
    page(urls.adminCustomers, 'admin/customers/customers-page.tsx'),
    page(`${urls.adminCustomers}/:id`, 'admin/customers/customer-page.tsx'),
    page(urls.adminReviews, 'admin/reviews/reviews-page.tsx'),
    page(urls.adminMessages, 'admin/messages/messages-page.tsx'),
    page(`${urls.adminMessages}/:id`, 'admin/messages/message-page.tsx'),
    page(urls.adminImportExport, 'admin/import-export/import-export-page.tsx'),
    page(urls.adminTeam, 'admin/team/team-page.tsx'),
    page(urls.adminAuditLog, 'admin/audit-log/audit-page.tsx'),
    page(urls.adminAccount, 'admin/account/account-page.tsx'),
    page(urls.adminNotifications, 'admin/notifications/my-notifications-page.tsx'),
    page(urls.adminSentNotifications, 'admin/notifications/sent-notifications-page.tsx'),
    page(`${urls.admin}/*`, 'admin/layout/not-found-page.tsx'),
    // Without this route, a path such as `/admin/a/b` would match the route of products, `:category/:slug/:proId`.
    page(`${urls.admin}/:lost/:way`, 'admin/layout/not-found-page.tsx', 'admin-lost-way'),
  ]),

  route(':category', 'catalogue/listing/listing-page.tsx', { id: 'category' }),
  route(':category/:slug/:proId', 'catalogue/product/product-page.tsx'),
  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
