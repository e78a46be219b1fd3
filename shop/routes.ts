import { index, type RouteConfig, route } from '@react-router/dev/routes';

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
  route('account', 'checkout/account-page.tsx'),
  route('orderdetail/:proId', 'shell/soon-page.tsx'),

  route(':category', 'catalogue/category-page.tsx'),
  route(':category/:slug/:proId', 'catalogue/product-page.tsx'),
  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
