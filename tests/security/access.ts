/** An endpoint with its permitted callers and an example. */
export type AccessRow = {
  /**
   * - `public`: everyone.
   * - `signed in`: signed-in customers.
   * - `pending`: staff whose emailed code is verified but whose second factor is pending.
   * - `staff`, `owner`: signed-in staff, signed-in owners.
   */
  access: 'public' | 'signed in' | 'pending' | 'staff' | 'owner';
  /** True if the endpoint requires that the second factor was confirmed within the last ten minutes. */
  recentFactor?: true;
  /** Path of the example, with placeholders such as `{line}`. By default the path of the endpoint. */
  path?: string;
  /** Body of the example, with the same placeholders. */
  body?: unknown;
  /** Status of the example. By default 200. */
  status?: number;
  /** Status for another customer, who does not own the data of the example. By default 200. */
  statusForOtherCustomer?: number;
  /** True if every response of the endpoint is different. */
  isNondeterministic?: true;
};

/** Creates a function that adds an example to an access rule. */
export const rowsOf =
  (access: AccessRow['access'], recentFactor?: true) =>
  (example: Omit<AccessRow, 'access' | 'recentFactor'> = {}): AccessRow => ({
    access,
    ...(recentFactor && { recentFactor }),
    ...example,
  });

const publicAccess = rowsOf('public');
const signedIn = rowsOf('signed in');
/** Only the customer who owns the data of the example may call the endpoint. */
const forOwner: typeof signedIn = (example) => signedIn({ statusForOtherCustomer: 404, ...example });

export const orderDetails = {
  shippingInfo: {
    ...{ country: 'India', firstName: 'Asha', lastName: 'Rao', phone: '98290 00001' },
    ...{ address: '3, Lake Road', apartment: '1st floor', city: 'Bhuj', state: 'Gujarat', pincode: '370001' },
  },
};

/** A body with a link that the shop never sent. */
export const unknownLink = { link: 'x'.repeat(43) };

/**
 * Every endpoint for customers. The examples are requests of a customer with a cart, a shared wishlist and orders:
 * - `order` is unpaid and has the id `bankOrder` at the pretend bank. The payment popup returns `payment` and `signature`.
 * - `delivered` is delivered. `questioned` has a return with a question.
 */
export const access: Record<string, AccessRow> = {
  'GET /category/get-all': publicAccess(),
  'GET /product/get-all': publicAccess({ path: '/product/get-all?limit=3' }),
  'GET /product/catName/{name}': publicAccess({ path: '/product/catName/Sarees' }),
  'GET /product/fabric/{value}': publicAccess({ path: '/product/fabric/Linen' }),
  'GET /product/craft/{value}': publicAccess({ path: '/product/craft/Ikat' }),
  'GET /product/filter': publicAccess({ path: '/product/filter?catName=Sarees' }),
  'GET /product/get-single/{id}': publicAccess({ path: '/product/get-single/TB-SAR-001' }),
  'GET /product/search': publicAccess({ path: '/product/search?query=ikat' }),
  'GET /product/facets': publicAccess(),
  'GET /first-banner/': publicAccess(),
  'GET /sec-banner/': publicAccess(),
  'GET /handwoven/': publicAccess(),
  'GET /mvideo/': publicAccess(),
  'GET /rating/': publicAccess(),
  'GET /rating/{id}': publicAccess({ path: '/rating/TB-SAR-001' }),
  'GET /rating/mine': signedIn(),
  'POST /rating/add/{id}': signedIn({
    path: '/rating/add/TB-SAR-001',
    body: { stars: 4, review: 'It falls like water.' },
    statusForOtherCustomer: 403,
  }),
  'POST /reachus/send': publicAccess({ body: { name: 'Asha', email: 'asha@example.in', message: 'Hi' } }),

  'POST /user/send-otp': publicAccess({ body: { email: 'dhara@example.in' }, isNondeterministic: true }),
  'POST /user/verify-otp': publicAccess({ body: { email: 'dhara@example.in', otp: '000000' }, status: 400 }),
  'POST /user/read-link': publicAccess({ body: unknownLink, status: 410 }),
  'POST /user/verify-link': publicAccess({ body: unknownLink, status: 410 }),
  'POST /user/decline-link': publicAccess({ body: unknownLink }),
  'GET /user/google': publicAccess({ status: 404 }),
  'POST /user/google-login': publicAccess({ body: { credential: 'not-of-google' }, status: 404 }),
  'GET /user/profile': signedIn(),
  'PUT /user/edit': signedIn({ body: { firstName: 'Dhara', city: 'Bhuj' } }),
  'DELETE /user/profile': signedIn(),
  'POST /user/logout': signedIn(),
  'POST /user/logout-everywhere': signedIn(),

  'GET /cart/get': signedIn(),
  'POST /cart/get': signedIn(),
  'POST /cart/add/{proId}': signedIn({ path: '/cart/add/TB-SAR-008', body: { quantity: 1 } }),
  'PUT /cart/edit/{id}': forOwner({ path: '/cart/edit/{line}', body: { quantity: 1 } }),
  'POST /cart/remove/{id}': forOwner({ path: '/cart/remove/{line}' }),
  'POST /cart/merge': signedIn({
    body: { key: 'a-guest-cart-of-theirs', items: [{ proId: 'TB-SAR-008', quantity: 1 }] },
  }),
  'POST /cart/quote': publicAccess({ body: { items: [{ proId: 'TB-SAR-008', quantity: 1 }] } }),

  'POST /checkout/': signedIn({ body: { orderDetails }, statusForOtherCustomer: 409 }),
  'POST /payment/create-order': signedIn({ body: { orderDetails }, statusForOtherCustomer: 409 }),
  'POST /payment/verify-order': forOwner({
    body: {
      ...{ razorpay_order_id: '{bankOrder}', razorpay_payment_id: '{payment}' },
      razorpay_signature: '{signature}',
    },
  }),
  'POST /payment/check': forOwner({ body: { orderId: '{order}' } }),
  'POST /payment/renew': forOwner({ body: { orderId: '{order}' } }),
  'GET /order/': signedIn({ path: '/order/?limit=5' }),
  'GET /order/{id}': forOwner(),
  'POST /order/{id}/save-address': forOwner(),
  'GET /shipment/status/{id}': forOwner({ path: '/shipment/status/{order}' }),
  'POST /shipment/cancle/{id}': forOwner({ path: '/shipment/cancle/{order}' }),
  'POST /shipment/return/{id}': forOwner({ path: '/shipment/return/{delivered}' }),
  'POST /order/{id}/return/answer': forOwner({
    path: '/order/{questioned}/return/answer',
    body: { answer: 'At the border.' },
  }),
  // The examples have no key and no photo. The tests of the photos cover successful requests.
  'POST /shipment/return/{id}/photos': signedIn({
    path: '/shipment/return/{delivered}/photos',
    status: 400,
    statusForOtherCustomer: 400,
  }),
  'DELETE /shipment/return/{id}/photos/{photo}': forOwner({
    path: '/shipment/return/{delivered}/photos/7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c14',
    status: 404,
  }),
  'GET /payment/mine': signedIn(),
  'POST /hooks/courier': publicAccess({ status: 401 }),
  'POST /payment/webhook/{provider}': publicAccess({ path: '/payment/webhook/pretend-bank', status: 401 }),

  'GET /wishlist/get': signedIn(),
  'GET /wishlist/hearts': signedIn(),
  'DELETE /wishlist/all': signedIn(),
  'GET /wishlist/share': signedIn(),
  'POST /wishlist/share': signedIn(),
  'DELETE /wishlist/share': signedIn(),
  'POST /wishlist/{productId}': signedIn({ path: '/wishlist/TB-SAR-008' }),
  'PUT /wishlist/{productId}': signedIn({ path: '/wishlist/TB-SAR-008' }),
  'DELETE /wishlist/{productId}': signedIn({ path: '/wishlist/TB-SAR-008' }),
};

/** The specified operations. */
export const specified: readonly string[] = [
  ...['POST /user/send-otp', 'POST /user/verify-otp', 'POST /user/google-login', 'GET /user/profile'],
  ...['PUT /user/edit', 'GET /category/get-all', 'GET /product/get-all', 'GET /product/catName/{name}'],
  ...['GET /product/fabric/{value}', 'GET /product/craft/{value}', 'GET /product/filter'],
  ...['GET /product/get-single/{id}', 'GET /product/search', 'POST /wishlist/{productId}'],
  ...['GET /wishlist/get', 'POST /cart/add/{proId}', 'POST /cart/remove/{id}', 'GET /cart/get'],
  ...['PUT /cart/edit/{id}', 'POST /cart/get', 'GET /order/', 'POST /checkout/'],
  ...['GET /shipment/status/{id}', 'POST /shipment/cancle/{id}', 'POST /shipment/return/{id}'],
  ...['POST /payment/create-order', 'POST /payment/verify-order', 'GET /first-banner/', 'GET /sec-banner/'],
  ...['GET /handwoven/', 'GET /mvideo/', 'GET /rating/', 'GET /rating/{id}', 'POST /rating/add/{id}'],
  ...['POST /reachus/send'],
];

/**
 * Returns the path and the body of the example, with ids in place of the placeholders. In `/orders/{id}`, the placeholder is
 * `{orders}`.
 */
export function fillIn(
  name: string,
  { path, body }: Pick<AccessRow, 'path' | 'body'>,
  ids: Readonly<Record<string, string>>,
): { path: string; body: unknown } {
  const filled = (text: string) =>
    Object.entries(ids).reduce((result, [id, value]) => result.replaceAll(`{${id}}`, value), text);
  const pattern = (path ?? name.slice(name.indexOf(' ') + 1)).replace(/(\w+)\/\{id\}/, '$1/{$1}');
  return { path: filled(pattern), body: JSON.parse(filled(JSON.stringify(body ?? {}))) };
}
