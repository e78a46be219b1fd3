/** What stands for the things of one shopper in the paths of the table. */
export type Own = { line: string; share: string };

export type Call = {
  who: 'everybody' | 'signed in';
  /** The path of an example; without it, the call's own. `{line}` and `{share}` are one shopper's. */
  path?: string;
  body?: unknown;
  /** What the example is answered, where that is not 200. */
  status?: number;
  /** What another shopper is answered, where that is not 200: the example is about what is not theirs. */
  ofAnother?: number;
  /** True where each answer is made anew, so that no two are the same. */
  differs?: true;
};

const everybody = (example: Omit<Call, 'who'> = {}): Call => ({ who: 'everybody', ...example });
const signedIn = (example: Omit<Call, 'who'> = {}): Call => ({ who: 'signed in', ...example });

/** Every call of the shop: who may call it, with an example that succeeds. */
export const access: Record<string, Call> = {
  'GET /category/get-all': everybody(),
  'GET /product/get-all': everybody({ path: '/product/get-all?limit=3' }),
  'GET /product/catName/{name}': everybody({ path: '/product/catName/Sarees' }),
  'GET /product/fabric/{value}': everybody({ path: '/product/fabric/Linen' }),
  'GET /product/craft/{value}': everybody({ path: '/product/craft/Ikat' }),
  'GET /product/filter': everybody({ path: '/product/filter?catName=Sarees' }),
  'GET /product/get-single/{id}': everybody({ path: '/product/get-single/TB-SAR-001' }),
  'GET /product/search': everybody({ path: '/product/search?query=ikat' }),
  'GET /product/facets': everybody(),
  'GET /first-banner/': everybody(),
  'GET /sec-banner/': everybody(),
  'GET /handwoven/': everybody(),
  'GET /mvideo/': everybody(),
  'GET /rating/': everybody(),
  'GET /rating/{id}': everybody({ path: '/rating/TB-SAR-001' }),
  'POST /reachus/send': everybody({
    body: { name: 'Asha', email: 'asha@example.in', message: 'Namaste' },
  }),

  'POST /user/send-otp': everybody({ body: { email: 'dhara@example.in' } }),
  'POST /user/verify-otp': everybody({ body: { email: 'dhara@example.in', otp: '000000' }, status: 400 }),
  'GET /user/google': everybody({ status: 404 }),
  'POST /user/google-login': everybody({ body: { credential: 'not-of-google' }, status: 404 }),
  'POST /user/pretend-google': everybody({ body: { email: 'dhara@example.in' }, status: 404 }),
  'GET /user/profile': signedIn(),
  'PUT /user/edit': signedIn({ body: { firstName: 'Dhara', city: 'Bhuj' } }),
  'DELETE /user/profile': signedIn(),
  'POST /user/logout': signedIn(),
  'POST /user/logout-everywhere': signedIn(),

  'GET /cart/get': signedIn(),
  'POST /cart/get': signedIn(),
  'POST /cart/add/{proId}': signedIn({ path: '/cart/add/TB-SAR-008', body: { quantity: 1 } }),
  'PUT /cart/edit/{id}': signedIn({ path: '/cart/edit/{line}', body: { quantity: 1 }, ofAnother: 404 }),
  'POST /cart/remove/{id}': signedIn({ path: '/cart/remove/{line}', ofAnother: 404 }),
  'POST /cart/merge': signedIn({
    body: { key: 'a-guest-cart-of-theirs', items: [{ proId: 'TB-SAR-008', quantity: 1 }] },
  }),
  'POST /cart/quote': everybody({ body: { items: [{ proId: 'TB-SAR-008', quantity: 1 }] } }),

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

/** The path at which the example is asked for. */
export function fillIn(name: string, { path }: Call, { line, share }: Own): string {
  const written = path ?? name.slice(name.indexOf(' ') + 1);
  return written.replaceAll('{line}', line).replaceAll('{share}', share);
}
