import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Routes of every page. `app.server.ts` mounts the API, uploads, robots and sitemap. */
export default [
  index('content/home/home-page.tsx'),
  route('category', 'catalogue/category-browser/browser-page.tsx'),
  route('craft/:craft', 'catalogue/listing/listing-page.tsx', { id: 'craft' }),
  route('fabric/:fabric', 'catalogue/listing/listing-page.tsx', { id: 'fabric' }),
  route('search', 'catalogue/search/search-page.tsx'),
  route('products/:proId', 'catalogue/product/product-alias-page.tsx'),

  route('our-story', 'content/story-page.tsx'),
  route('legal-policies', 'content/legal-page.tsx'),
  ...['privacy-policy', 'shipping-policy', 'terms-and-conditions', 'return-policy'].map((slug) =>
    route(slug, 'content/policy-page.tsx', { id: slug }),
  ),
  route('reach-us', 'messages/reach-us-page.tsx'),

  route('login', 'customers/sign-in/login-page.tsx'),
  route('profile', 'customers/profile/profile-page.tsx'),
  route('account-form', 'customers/profile/account-form-page.tsx'),
  route('wishlist', 'wishlist/wishlist-page.tsx'),
  route('wishlist/shared/:key', 'wishlist/shared-page.tsx'),
  route('cart', 'cart/cart-page.tsx'),

  route('checkout', 'checkout/checkout-page.tsx'),
  route('account', 'orders/pages/account-page.tsx'),
  route('orderdetail/:proId', 'orders/pages/order-detail-page.tsx'),

  route('admin/login', 'admin/sign-in/sign-in-page.tsx'),
  layout('admin/layout/layout.tsx', [
    route('admin', 'admin/dashboard/dashboard-page.tsx'),
    route('admin/orders', 'admin/orders/orders-page.tsx'),
    route('admin/orders/:id', 'admin/orders/order-page.tsx'),
    route('admin/products', 'admin/catalogue/products-page.tsx'),
    route('admin/products/:id', 'admin/catalogue/product-page.tsx'),
    route('admin/content/:part?', 'admin/content/content-page.tsx'),
    route('admin/customers', 'admin/customers/customers-page.tsx'),
    route('admin/customers/:id', 'admin/customers/customer-page.tsx'),
    route('admin/reviews', 'admin/reviews/reviews-page.tsx'),
    route('admin/messages', 'admin/messages/messages-page.tsx'),
    route('admin/messages/:id', 'admin/messages/message-page.tsx'),
    route('admin/import-export', 'admin/import-export/import-export-page.tsx'),
    route('admin/team', 'admin/team/team-page.tsx'),
    route('admin/audit-log', 'admin/audit-log/audit-page.tsx'),
    route('admin/account', 'admin/account/account-page.tsx'),
    route('admin/*', 'admin/layout/not-found-page.tsx'),
    // Without this route, React Router would match these paths to the product page, `:category/:slug/:proId`.
    route('admin/:lost/:way', 'admin/layout/not-found-page.tsx', { id: 'admin-lost-way' }),
  ]),

  route(':category', 'catalogue/listing/listing-page.tsx', { id: 'category' }),
  route(':category/:slug/:proId', 'catalogue/product/product-page.tsx'),
  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
