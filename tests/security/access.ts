/** What stands for the things of one shopper in the paths and bodies of the table. */
export type OwnedIds = {
  line: string;
  share: string;
  /** An order that waits for its payment, as the shop and as the bank names it, and what the bank's popup gave back. */
  order: string;
  /** An order that has arrived. */
  delivered: string;
  bankOrder: string;
  payment: string;
  signature: string;
};

/** What stands for things that nobody has. */
export const unknownIds: OwnedIds = {
  line: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11',
  share: 'x'.repeat(22),
  order: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12',
  delivered: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c13',
  bankOrder: 'order_x',
  payment: 'pay_x',
  signature: 'x',
};

export type EndpointAccessCase = {
  access: 'everybody' | 'signed in';
  /** The path of an example; without it, the call's own. `{line}`, `{order}` and their like are one shopper's. */
  path?: string;
  /** With the same marks in it. */
  body?: unknown;
  /** What the example is answered, where that is not 200. */
  status?: number;
  /** What another shopper is answered, where that is not 200: the example is about what is not theirs. */
  statusForOtherCustomer?: number;
  /** True where the example is about an order without naming it. */
  impliesUnpaidOrder?: true;
  /** True where the example is about TB-SAR-001 after it was delivered. */
  needsDelivery?: true;
  /** True where the example is about a return with a question. */
  needsQuestion?: true;
  /** True where each answer is made anew, so that no two are the same. */
  isNondeterministic?: true;
};

const anyCaller = (example: Omit<EndpointAccessCase, 'access'> = {}): EndpointAccessCase => ({
  access: 'everybody',
  ...example,
});
const signedIn = (example: Omit<EndpointAccessCase, 'access'> = {}): EndpointAccessCase => ({
  access: 'signed in',
  ...example,
});

export const orderDetails = {
  shippingInfo: {
    country: 'India',
    firstName: 'Asha',
    lastName: 'Rao',
    address: '3, Lake Road',
    apartment: '1st floor',
    city: 'Bhuj',
    state: 'Gujarat',
    phone: '98290 00001',
    pincode: '370001',
  },
};

/** The body of a request with a link that the shop never sent. */
export const unknownLink = { link: 'x'.repeat(43) };

/** Every call of the shop: who may call it, with an example that succeeds. */
export const access: Record<string, EndpointAccessCase> = {
  'GET /category/get-all': anyCaller(),
  'GET /product/get-all': anyCaller({ path: '/product/get-all?limit=3' }),
  'GET /product/catName/{name}': anyCaller({ path: '/product/catName/Sarees' }),
  'GET /product/fabric/{value}': anyCaller({ path: '/product/fabric/Linen' }),
  'GET /product/craft/{value}': anyCaller({ path: '/product/craft/Ikat' }),
  'GET /product/filter': anyCaller({ path: '/product/filter?catName=Sarees' }),
  'GET /product/get-single/{id}': anyCaller({ path: '/product/get-single/TB-SAR-001' }),
  'GET /product/search': anyCaller({ path: '/product/search?query=ikat' }),
  'GET /product/facets': anyCaller(),
  'GET /first-banner/': anyCaller(),
  'GET /sec-banner/': anyCaller(),
  'GET /handwoven/': anyCaller(),
  'GET /mvideo/': anyCaller(),
  'GET /rating/': anyCaller(),
  'GET /rating/{id}': anyCaller({ path: '/rating/TB-SAR-001' }),
  'GET /rating/mine': signedIn(),
  'POST /rating/add/{id}': signedIn({
    path: '/rating/add/TB-SAR-001',
    body: { stars: 4, review: 'It falls like water.' },
    needsDelivery: true,
    statusForOtherCustomer: 403,
  }),
  'POST /reachus/send': anyCaller({
    body: { name: 'Asha', email: 'asha@example.in', message: 'Namaste' },
  }),

  'POST /user/send-otp': anyCaller({ body: { email: 'dhara@example.in' }, isNondeterministic: true }),
  'POST /user/verify-otp': anyCaller({ body: { email: 'dhara@example.in', otp: '000000' }, status: 400 }),
  'POST /user/read-link': anyCaller({ body: unknownLink, status: 410 }),
  'POST /user/verify-link': anyCaller({ body: unknownLink, status: 410 }),
  'POST /user/decline-link': anyCaller({ body: unknownLink }),
  'GET /user/google': anyCaller({ status: 404 }),
  'POST /user/google-login': anyCaller({ body: { credential: 'not-of-google' }, status: 404 }),
  'GET /user/profile': signedIn(),
  'PUT /user/edit': signedIn({ body: { firstName: 'Dhara', city: 'Bhuj' } }),
  'DELETE /user/profile': signedIn(),
  'POST /user/logout': signedIn(),
  'POST /user/logout-everywhere': signedIn(),

  'GET /cart/get': signedIn(),
  'POST /cart/get': signedIn(),
  'POST /cart/add/{proId}': signedIn({ path: '/cart/add/TB-SAR-008', body: { quantity: 1 } }),
  'PUT /cart/edit/{id}': signedIn({
    path: '/cart/edit/{line}',
    body: { quantity: 1 },
    statusForOtherCustomer: 404,
  }),
  'POST /cart/remove/{id}': signedIn({ path: '/cart/remove/{line}', statusForOtherCustomer: 404 }),
  'POST /cart/merge': signedIn({
    body: { key: 'a-guest-cart-of-theirs', items: [{ proId: 'TB-SAR-008', quantity: 1 }] },
  }),
  'POST /cart/quote': anyCaller({ body: { items: [{ proId: 'TB-SAR-008', quantity: 1 }] } }),

  'POST /checkout/': signedIn({ body: { orderDetails }, statusForOtherCustomer: 409 }),
  'POST /payment/create-order': signedIn({ body: { orderDetails }, statusForOtherCustomer: 409 }),
  'POST /payment/verify-order': signedIn({
    body: {
      razorpay_order_id: '{bankOrder}',
      razorpay_payment_id: '{payment}',
      razorpay_signature: '{signature}',
    },
    statusForOtherCustomer: 404,
  }),
  'POST /payment/check': signedIn({ body: { orderId: '{order}' }, statusForOtherCustomer: 404 }),
  'POST /payment/renew': signedIn({ body: { orderId: '{order}' }, statusForOtherCustomer: 404 }),
  'GET /order/': signedIn({ path: '/order/?limit=5', impliesUnpaidOrder: true }),
  'GET /order/{id}': signedIn({ path: '/order/{order}', statusForOtherCustomer: 404 }),
  'POST /order/{id}/save-address': signedIn({
    path: '/order/{order}/save-address',
    statusForOtherCustomer: 404,
  }),
  'GET /shipment/status/{id}': signedIn({ path: '/shipment/status/{order}', statusForOtherCustomer: 404 }),
  'POST /shipment/cancle/{id}': signedIn({ path: '/shipment/cancle/{order}', statusForOtherCustomer: 404 }),
  'POST /shipment/return/{id}': signedIn({
    path: '/shipment/return/{delivered}',
    statusForOtherCustomer: 404,
  }),
  'POST /order/{id}/return/answer': signedIn({
    path: '/order/{delivered}/return/answer',
    body: { answer: 'At the border.' },
    needsQuestion: true,
    statusForOtherCustomer: 404,
  }),
  // The examples have no key and no photograph. The tests of the photographs cover the successful requests.
  'POST /shipment/return/{id}/photos': signedIn({
    path: '/shipment/return/{delivered}/photos',
    status: 400,
    statusForOtherCustomer: 400,
  }),
  'DELETE /shipment/return/{id}/photos/{photo}': signedIn({
    path: '/shipment/return/{delivered}/photos/7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c14',
    status: 404,
    statusForOtherCustomer: 404,
  }),
  'GET /payment/mine': signedIn({ impliesUnpaidOrder: true }),
  'POST /hooks/courier': anyCaller({ status: 401 }),
  'POST /payment/webhook/{provider}': anyCaller({ path: '/payment/webhook/pretend-bank', status: 401 }),

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

/** The operations that the specification lists. */
export const specified: readonly string[] = [
  'POST /user/send-otp',
  'POST /user/verify-otp',
  'POST /user/google-login',
  'GET /user/profile',
  'PUT /user/edit',
  'GET /category/get-all',
  'GET /product/get-all',
  'GET /product/catName/{name}',
  'GET /product/fabric/{value}',
  'GET /product/craft/{value}',
  'GET /product/filter',
  'GET /product/get-single/{id}',
  'GET /product/search',
  'POST /wishlist/{productId}',
  'GET /wishlist/get',
  'POST /cart/add/{proId}',
  'POST /cart/remove/{id}',
  'GET /cart/get',
  'PUT /cart/edit/{id}',
  'POST /cart/get',
  'GET /order/',
  'POST /checkout/',
  'GET /shipment/status/{id}',
  'POST /shipment/cancle/{id}',
  'POST /shipment/return/{id}',
  'POST /payment/create-order',
  'POST /payment/verify-order',
  'GET /first-banner/',
  'GET /sec-banner/',
  'GET /handwoven/',
  'GET /mvideo/',
  'GET /rating/',
  'GET /rating/{id}',
  'POST /rating/add/{id}',
  'POST /reachus/send',
];

/** The example's path and body, with one shopper's things in their places. */
export function fillIn(
  name: string,
  { path, body }: EndpointAccessCase,
  ids: OwnedIds,
): { path: string; body: unknown } {
  const written = path ?? name.slice(name.indexOf(' ') + 1);
  return { path: filled(written, ids), body: JSON.parse(filled(JSON.stringify(body ?? {}), ids)) };
}

/** Whether the example is about an order that waits for its payment. */
export function needsUnpaidOrder({ path, body, impliesUnpaidOrder }: EndpointAccessCase): boolean {
  return impliesUnpaidOrder || /\{(order|bankOrder)\}/.test(`${path} ${JSON.stringify(body)}`);
}

/** Whether the example is about an order that has arrived. */
export function needsDeliveredOrder({ path, body }: EndpointAccessCase): boolean {
  return `${path} ${JSON.stringify(body)}`.includes('{delivered}');
}

function filled(text: string, own: OwnedIds): string {
  return Object.entries(own).reduce((stored, [mark, value]) => stored.replaceAll(`{${mark}}`, value), text);
}
