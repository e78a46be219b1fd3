/**
 * Who may call what of the back office, one row for each call. `{member}` and the like stand for what
 * office-matrix.db.test.ts has put there: see `furnish` in it.
 */
export type OfficeCall = {
  /**
   * - `everybody`: the first step of the door.
   * - `door`: whoever has shown the mailed code, and nothing more.
   * - `staff`, `owner`: who is signed in; `fresh` needs the second factor within ten minutes.
   */
  who: 'everybody' | 'door' | 'staff' | 'owner';
  fresh?: true;
  /** The path of an example; without it, the call's own. */
  path?: string;
  body?: unknown;
  /** What the example is answered, where that is not 200. */
  status?: number;
};

type Example = Omit<OfficeCall, 'who' | 'fresh'>;
const everybody = (example: Example = {}): OfficeCall => ({ who: 'everybody', ...example });
const door = (example: Example = {}): OfficeCall => ({ who: 'door', ...example });
const staff = (example: Example = {}): OfficeCall => ({ who: 'staff', ...example });
const owner = (example: Example = {}): OfficeCall => ({ who: 'owner', ...example });
const freshStaff = (example: Example = {}): OfficeCall => ({ who: 'staff', fresh: true, ...example });
const freshOwner = (example: Example = {}): OfficeCall => ({ who: 'owner', fresh: true, ...example });

const wrongCode = { code: '000000' };

const product = {
  name: 'A plain saree',
  category: 'Sarees',
  price: 2400,
  mrp: null,
  colour: null,
  colourFamily: null,
  type: null,
  pattern: null,
  crafts: [],
  fabrics: ['Cotton'],
  attributes: {},
  sizes: [{ label: null, quantity: 1 }],
};

export const officeAccess: Record<string, OfficeCall> = {
  'POST /admin/door/code': everybody({ body: { email: 'kavita@example.in' } }),
  'POST /admin/door/enter': everybody({ body: { email: 'kavita@example.in', otp: '000000' }, status: 400 }),
  'POST /admin/door/set-up': door({ status: 409 }),
  'POST /admin/door/confirm': door({ body: wrongCode, status: 400 }),
  'POST /admin/door/factor': door({ body: wrongCode, status: 400 }),
  'POST /admin/door/fresh': staff({ body: wrongCode, status: 400 }),
  'POST /admin/door/leave': staff(),
  'GET /admin/me': staff(),
  'POST /admin/me/recovery-codes': freshStaff(),
  'GET /admin/me/sessions': staff(),
  'DELETE /admin/me/sessions': staff(),
  'DELETE /admin/me/sessions/{id}': staff({ path: '/admin/me/sessions/{nobody}' }),

  'GET /admin/team': owner(),
  'POST /admin/team': freshOwner({ body: { email: 'new@example.in', role: 'staff' } }),
  'PUT /admin/team/{id}': freshOwner({ path: '/admin/team/{member}', body: { name: 'Bina' } }),
  'POST /admin/team/{id}/reset-factor': freshOwner({ path: '/admin/team/{member}/reset-factor' }),
  'GET /admin/audit': owner(),

  // Today
  'GET /admin/today': staff(),
  'GET /admin/today/stuck': staff(),
  'POST /admin/today/mails/{id}/again': staff({ path: '/admin/today/mails/{nobody}/again', status: 404 }),

  // Orders
  'GET /admin/orders': staff(),
  'GET /admin/papers': staff({ path: '/admin/papers?ids={order}' }),
  'GET /admin/orders/{id}': staff({ path: '/admin/orders/{order}' }),
  'POST /admin/orders/pack': staff({ body: { ids: ['{order}'] } }),
  'POST /admin/orders/{id}/pack': staff({ path: '/admin/orders/{order}/pack' }),
  'POST /admin/orders/{id}/hand-over': staff({
    path: '/admin/orders/{order}/hand-over',
    body: { courier: 'pretend' },
    status: 409,
  }),
  'POST /admin/orders/{id}/take-back': staff({ path: '/admin/orders/{order}/take-back', status: 409 }),
  'POST /admin/orders/{id}/move': staff({
    path: '/admin/orders/{order}/move',
    body: { to: 'delivered' },
    status: 409,
  }),
  'POST /admin/orders/{id}/cancel': staff({ path: '/admin/orders/{order}/cancel', body: {} }),
  'POST /admin/orders/{id}/return': staff({
    path: '/admin/orders/{order}/return',
    body: { approve: true },
    status: 409,
  }),
  'PUT /admin/orders/{id}/note': staff({
    path: '/admin/orders/{order}/note',
    body: { privateNote: 'Rang twice.', before: '' },
  }),
  'POST /admin/orders/{id}/parcels/{parcel}/ask-again': staff({
    path: '/admin/orders/{order}/parcels/{nobody}/ask-again',
    status: 404,
  }),
  'POST /admin/orders/{id}/refund': freshStaff({
    path: '/admin/orders/{order}/refund',
    body: { amount: 1, reason: 'A loose thread.', refundedBefore: 0 },
    status: 409,
  }),
  'POST /admin/orders/{id}/refunds/{refund}/settle': freshStaff({
    path: '/admin/orders/{order}/refunds/{nobody}/settle',
    body: { words: 'By transfer.' },
    status: 404,
  }),
  'POST /admin/orders/{id}/refunds/{refund}/ask-again': freshStaff({
    path: '/admin/orders/{order}/refunds/{nobody}/ask-again',
    status: 404,
  }),
  'POST /admin/orders/{id}/judge': freshStaff({
    path: '/admin/orders/{order}/judge',
    body: { sound: true },
    status: 409,
  }),

  // Pieces
  'GET /admin/pieces': staff({ path: '/admin/pieces?q=silk&state=live&stock=in&sort=-price' }),
  'GET /admin/piece-words': staff(),
  'GET /admin/piece-number': staff({ path: '/admin/piece-number?category=Sarees' }),
  'POST /admin/pieces': staff({ body: product }),
  'GET /admin/pieces/{id}': staff({ path: '/admin/pieces/TB-SAR-001' }),
  'PUT /admin/pieces/{id}': staff({
    path: '/admin/pieces/TB-SAR-001',
    body: { ...product, version: 0, sizes: [{ id: 'TB-SAR-001', label: null }] },
  }),
  'POST /admin/pieces/{id}/state': staff({
    path: '/admin/pieces/TB-SAR-001/state',
    body: { version: 0, state: 'archived' },
  }),
  'POST /admin/pieces/{id}/duplicate': staff({ path: '/admin/pieces/TB-SAR-001/duplicate' }),
  'POST /admin/pieces/{id}/stock': staff({
    path: '/admin/pieces/TB-SAR-001/stock',
    body: { size: 'TB-SAR-001', change: -1, reason: 'sold in the store' },
  }),
  'GET /admin/pieces/{id}/history': staff({ path: '/admin/pieces/TB-SAR-001/history' }),
  'POST /admin/upload/pieces/{id}/pictures': staff({
    path: '/admin/upload/pieces/TB-SAR-001/pictures?replaces=tb-sar-001-1.jpg',
    status: 400,
  }),
  'PUT /admin/pieces/{id}/pictures': staff({
    path: '/admin/pieces/TB-SAR-001/pictures',
    body: { pictures: [] },
    status: 409,
  }),
  'DELETE /admin/pieces/{id}/pictures/{file}': staff({
    path: '/admin/pieces/TB-SAR-001/pictures/tb-sar-001-1.jpg',
  }),
  'POST /admin/upload/pieces/{id}/film': staff({
    path: '/admin/upload/pieces/TB-SAR-001/film',
    status: 400,
  }),
  'DELETE /admin/pieces/{id}/film': staff({ path: '/admin/pieces/TB-SAR-001/film' }),

  // Shop window
  'GET /admin/window': staff(),
  'PUT /admin/window/words': staff({
    body: {
      seen: '{settingsMark}',
      tagline: 'tradition meets style',
      heroText: 'Woven by hand.',
      description: 'Hand-woven cloth.',
      typewriter: ['One', 'Two', 'Three', 'Four', 'Five'],
      belonging: { word: 'अपना', paragraphs: ['It is made slowly.'] },
      popularText: 'Start here.',
      visitText: 'Come in.',
    },
  }),
  'PUT /admin/window/settings': owner({
    body: {
      seen: '{settingsMark}',
      seller: { gstin: '', state: 'Kerala', invoicePrefix: 'TB', lutText: '' },
    },
  }),
  'PUT /admin/window/policies/{slug}': owner({
    path: '/admin/window/policies/return-policy',
    body: { seen: '{policyMark}', title: 'Returns', intro: 'In short.', img: null, imgAlt: '', sections: [] },
  }),
  'PUT /admin/window/story': staff({
    body: { seen: '{storyMark}', title: 'Our Story', intro: 'Once.', img: null, imgAlt: '', sections: [] },
  }),
  'PUT /admin/window/banners/{place}': staff({
    path: '/admin/window/banners/first',
    body: {
      seen: '{heroMark}',
      title: '',
      slides: [{ img: 'hero-1.jpg', alt: 'Cloth', focus: 50, title: '', text: '', linkLabel: '', link: '' }],
    },
  }),
  'PUT /admin/window/tiles': staff({ body: { seen: '{tilesMark}', items: [] } }),
  'PUT /admin/window/films': staff({ body: { seen: '{filmsMark}', items: [] } }),
  'PUT /admin/window/stores': staff({ body: { seen: '{storesMark}', items: [] } }),
  'PUT /admin/window/categories': staff({ body: { seen: 'old', items: [] }, status: 409 }),
  'GET /admin/window/uploads': staff({ path: '/admin/window/uploads?kind=pictures' }),
  'POST /admin/upload/window/pictures': staff({ status: 400 }),
  'POST /admin/upload/window/films': staff({ status: 400 }),

  // People
  'GET /admin/people': staff(),
  'GET /admin/people/{id}': staff({ path: '/admin/people/{person}' }),
  'POST /admin/people/{id}/export': freshOwner({ path: '/admin/people/{person}/export' }),
  'POST /admin/people/{id}/erase': freshOwner({ path: '/admin/people/{person}/erase' }),

  // Reviews
  'GET /admin/reviews': staff(),
  'PUT /admin/reviews/{id}': staff({
    path: '/admin/reviews/{review}',
    body: { seen: 'It falls like water.', state: 'shown' },
  }),

  // Messages
  'GET /admin/messages': staff(),
  'GET /admin/messages/{id}': staff({ path: '/admin/messages/{message}' }),
  'POST /admin/messages/{id}/answer': staff({
    path: '/admin/messages/{message}/answer',
    body: { text: 'Yes, it is woven.', seen: 0 },
  }),
  'PUT /admin/messages/{id}/state': staff({
    path: '/admin/messages/{message}/state',
    body: { from: 'new', to: 'closed' },
  }),

  // Import & export
  'GET /admin/csv': staff(),
  'POST /admin/upload/csv/pieces': staff({ path: '/admin/upload/csv/pieces?name=pieces.csv' }),
  'GET /admin/csv/imports/{id}': staff({ path: '/admin/csv/imports/{import}' }),
  'POST /admin/csv/imports/{id}/start': staff({ path: '/admin/csv/imports/{import}/start' }),
  'POST /admin/csv/imports/{id}/drop': staff({ path: '/admin/csv/imports/{import}/drop' }),
  'GET /admin/csv/export/pieces': staff(),
  'POST /admin/csv/export/orders': freshOwner(),
};

/** The example's path and body, with what stands in the marks' places. */
export function fillInOffice(
  name: string,
  { path, body }: OfficeCall,
  things: Readonly<Record<string, string>>,
): { path: string; body: unknown } {
  const fill = (text: string) =>
    Object.entries(things).reduce((stored, [mark, value]) => stored.replaceAll(`{${mark}}`, value), text);
  const written = path ?? name.slice(name.indexOf(' ') + 1);
  return { path: fill(written), body: JSON.parse(fill(JSON.stringify(body ?? {}))) };
}
