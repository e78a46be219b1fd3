import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every screen of the shop. The API, the uploads and the files for machines stand in `app.server.ts`. */
export default [
  index('content/home-page.tsx'),
  route('category', 'catalogue/browser-page.tsx'),
  route('craft/:craft', 'catalogue/craft-page.tsx'),
  route('fabric/:fabric', 'catalogue/fabric-page.tsx'),
  route('search', 'catalogue/search-page.tsx'),
  route('products/:proId', 'catalogue/product-alias-page.tsx'),

  route('our-story', 'content/story-page.tsx'),
  route('legal-policies', 'content/legal-page.tsx'),
  ...['privacy-policy', 'shipping-policy', 'terms-and-conditions', 'return-policy'].map((slug) =>
    route(slug, 'content/policy-page.tsx', { id: slug }),
  ),
  route('reach-us', 'messages/reach-us-page.tsx'),

  route('login', 'customers/login-page.tsx'),
  route('profile', 'customers/profile-page.tsx'),
  route('account-form', 'customers/account-form-page.tsx'),
  route('wishlist', 'wishlist/wishlist-page.tsx'),
  route('wishlist/shared/:key', 'wishlist/shared-page.tsx'),
  route('cart', 'cart/cart-page.tsx'),

  route('checkout', 'checkout/checkout-page.tsx'),
  route('account', 'orders/account-page.tsx'),
  route('orderdetail/:proId', 'orders/order-detail-page.tsx'),

  route('admin/login', 'admin/door/door-page.tsx'),
  layout('admin/frame/frame.tsx', [
    route('admin', 'admin/today/today-page.tsx'),
    route('admin/orders', 'admin/orders/orders-page.tsx'),
    route('admin/orders/:id', 'admin/orders/order-page.tsx'),
    route('admin/pieces', 'admin/pieces/pieces-page.tsx'),
    route('admin/pieces/:id', 'admin/pieces/piece-page.tsx'),
    route('admin/window/:part?', 'admin/window/window-page.tsx'),
    route('admin/people', 'admin/people/people-page.tsx'),
    route('admin/people/:id', 'admin/people/person-page.tsx'),
    route('admin/reviews', 'admin/reviews/reviews-page.tsx'),
    route('admin/messages', 'admin/messages/messages-page.tsx'),
    route('admin/messages/:id', 'admin/messages/message-page.tsx'),
    route('admin/csv', 'admin/csv/csv-page.tsx'),
    route('admin/team', 'admin/team/team-page.tsx'),
    route('admin/audit', 'admin/audit/audit-page.tsx'),
    route('admin/account', 'admin/account/account-page.tsx'),
    route('admin/*', 'admin/frame/lost-page.tsx'),
    // Otherwise the address of a piece would fit better.
    route('admin/:lost/:way', 'admin/frame/lost-page.tsx', { id: 'admin-lost-way' }),
  ]),

  route(':category', 'catalogue/category-page.tsx'),
  route(':category/:slug/:proId', 'catalogue/product-page.tsx'),
  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
