import { type AccessRow, rowsOf, unknownLink } from './access.ts';

const [publicAccess, pending] = [rowsOf('public'), rowsOf('pending')];
const [staff, freshStaff] = [rowsOf('staff'), rowsOf('staff', true)];
const [owner, freshOwner] = [rowsOf('owner'), rowsOf('owner', true)];

const wrongCode = { code: '000000' };

const product = {
  ...{ name: 'A plain saree', category: 'Sarees', price: 2400, mrp: null, crafts: [], fabrics: ['Cotton'] },
  ...{ colour: null, colourFamily: null, type: null, pattern: null, attributes: {} },
  sizes: [{ label: null, quantity: 1 }],
};

const page = { title: 'Returns', intro: 'In short.', img: null, imgAlt: '', sections: [] };

/** Every endpoint of the admin, with placeholders from `seedAdminExamples`. */
export const adminAccess: Record<string, AccessRow> = {
  'POST /admin/sign-in/code': publicAccess({
    body: { email: 'kavita@example.in' },
    isNondeterministic: true,
  }),
  'POST /admin/sign-in/verify-code': publicAccess({
    body: { email: 'kavita@example.in', otp: '000000' },
    status: 400,
  }),
  'POST /admin/sign-in/read-link': publicAccess({ body: unknownLink, status: 410 }),
  'POST /admin/sign-in/verify-link': publicAccess({ body: unknownLink, status: 410 }),
  'POST /admin/sign-in/decline-link': publicAccess({ body: unknownLink }),
  'POST /admin/sign-in/set-up-totp': pending({ status: 409 }),
  'POST /admin/sign-in/confirm-totp': pending({ body: wrongCode, status: 400 }),
  'POST /admin/sign-in/verify-totp': pending({ body: wrongCode, status: 400 }),
  'POST /admin/sign-in/refresh-totp': staff({ body: wrongCode, status: 400 }),
  'POST /admin/sign-out': staff(),
  'GET /admin/me': staff(),
  'POST /admin/me/recovery-codes': freshStaff(),
  'POST /admin/me/totp': freshStaff(),
  'POST /admin/me/totp/confirm': freshStaff({ body: wrongCode, status: 409 }),
  'GET /admin/me/sessions': staff(),
  'DELETE /admin/me/sessions': staff(),
  'DELETE /admin/me/sessions/{id}': staff(),

  'GET /admin/me/notifications': staff(),
  'PUT /admin/me/notifications': staff({ body: { kinds: ['order-placed'], quiet: { from: 21, until: 8 } } }),
  'GET /admin/notifications': owner(),

  'GET /admin/team': owner(),
  'POST /admin/team': freshOwner({ body: { email: 'new@example.in', role: 'staff' } }),
  'PUT /admin/team/{id}': freshOwner({ body: { name: 'Bina' } }),
  'POST /admin/team/{id}/reset-factor': freshOwner(),
  'GET /admin/audit-log': owner(),

  // Dashboard
  'GET /admin/dashboard': staff(),
  'GET /admin/dashboard/counts': staff(),
  'PUT /admin/dashboard/stitched-categories': staff({ body: { categories: [] }, status: 409 }),
  'GET /admin/dashboard/stuck': staff(),
  'POST /admin/emails/{id}/retry': staff({ status: 404 }),
  'POST /admin/events/{provider}/{id}/retry': staff({ status: 404 }),

  // Orders
  'GET /admin/orders': staff(),
  'GET /admin/printouts': staff({ path: '/admin/printouts?ids={orders}' }),
  'GET /admin/orders/{id}': staff(),
  'POST /admin/orders/pack': staff({ body: { ids: ['{orders}'] } }),
  'POST /admin/orders/{id}/pack': staff(),
  'POST /admin/orders/{id}/ship': staff({ body: { courier: 'pretend' }, status: 409 }),
  'POST /admin/orders/{id}/recall': staff({ status: 409 }),
  'POST /admin/orders/{id}/shipment': staff({ body: { to: 'delivered' }, status: 409 }),
  'POST /admin/orders/{id}/cancel': staff(),
  'POST /admin/orders/{id}/return': staff({ body: { approve: true }, status: 409 }),
  'POST /admin/orders/{id}/return/question': staff({ body: { text: 'Which thread is torn?' }, status: 409 }),
  'POST /admin/orders/{id}/credit-note': staff({ status: 409 }),
  'PUT /admin/orders/{id}/note': staff({ body: { privateNote: 'Rang twice.', before: '' } }),
  'POST /admin/orders/{id}/shipments/{shipment}/retry': staff({ status: 404 }),
  'POST /admin/orders/{id}/refund': freshStaff({
    body: { amount: 1, reason: 'A loose thread.', refundedBefore: 0 },
    status: 409,
  }),
  'POST /admin/orders/{id}/refunds/{refund}/settle': freshStaff({
    body: { text: 'By transfer.' },
    status: 404,
  }),
  'POST /admin/orders/{id}/refunds/{refund}/retry': freshStaff({ status: 404 }),
  'POST /admin/orders/{id}/inspect': freshStaff({ body: { resellable: true }, status: 409 }),

  // Products
  'GET /admin/products': staff({ path: '/admin/products?q=silk&state=live&stock=in&sort=-price' }),
  'GET /admin/product-labels': staff(),
  'GET /admin/product-number': staff({ path: '/admin/product-number?category=Sarees' }),
  'POST /admin/products': staff({ body: product }),
  'GET /admin/products/{id}': staff(),
  'PUT /admin/products/{id}': staff({
    body: { ...product, version: 0, sizes: [{ id: 'TB-SAR-001', label: null }] },
  }),
  'POST /admin/products/{id}/state': staff({ body: { version: 0, state: 'archived' } }),
  'POST /admin/products/{id}/duplicate': staff(),
  'POST /admin/products/{id}/stock': staff({
    body: { size: 'TB-SAR-001', change: 1, reason: 'counted anew' },
  }),
  'GET /admin/products/{id}/history': staff(),
  'POST /admin/upload/products/{id}/images': staff({
    path: '/admin/upload/products/{products}/images?replaces=tb-sar-001-1.jpg',
    status: 400,
  }),
  'PUT /admin/products/{id}/images': staff({ body: { images: [] }, status: 409 }),
  'DELETE /admin/products/{id}/images/{file}': staff(),
  'POST /admin/upload/products/{id}/video': staff({ status: 400 }),
  'DELETE /admin/products/{id}/video': staff(),

  // Content
  'GET /admin/content': staff(),
  'PUT /admin/content/texts': staff({
    body: {
      ...{ seenVersion: '{textsVersion}', tagline: 'tradition meets style', heroText: 'Woven by hand.' },
      ...{ description: 'Hand-woven cloth.', typewriter: ['One', 'Two', 'Three', 'Four', 'Five'] },
      belonging: { word: 'अपना', paragraphs: ['It is made slowly.'] },
      ...{ popularText: 'Start here.', visitText: 'Come in.' },
    },
  }),
  'PUT /admin/content/settings': owner({
    body: {
      seenVersion: '{sellerVersion}',
      seller: { gstin: '', state: 'Kerala', invoicePrefix: 'TB', lutText: '' },
    },
  }),
  'PUT /admin/content/policies/{slug}': owner({ body: { ...page, seenVersion: '{policyVersion}' } }),
  'PUT /admin/content/story': staff({ body: { ...page, seenVersion: '{storyVersion}' } }),
  'PUT /admin/content/banners/{position}': staff({
    body: {
      seenVersion: '{heroVersion}',
      title: '',
      slides: [{ img: 'hero-1.jpg', alt: 'Cloth', focus: 50, title: '', text: '', linkLabel: '', link: '' }],
    },
  }),
  'PUT /admin/content/tiles': staff({ body: { seenVersion: '{tilesVersion}', items: [] } }),
  'PUT /admin/content/videos': staff({ body: { seenVersion: '{videosVersion}', items: [] } }),
  'PUT /admin/content/stores': staff({ body: { seenVersion: '{storesVersion}', items: [] } }),
  'PUT /admin/content/categories': staff({ body: { seenVersion: 'old', items: [] }, status: 409 }),
  'GET /admin/content/uploads': staff({ path: '/admin/content/uploads?kind=images' }),
  'POST /admin/upload/content/images': staff({ status: 400 }),
  'POST /admin/upload/content/videos': staff({ status: 400 }),

  // Customers
  'GET /admin/customers': staff(),
  'GET /admin/customers/{id}': staff(),
  'POST /admin/customers/{id}/export': freshOwner(),
  'POST /admin/customers/{id}/erase': freshOwner(),

  // Reviews
  'GET /admin/reviews': staff(),
  'PUT /admin/reviews/{id}': staff({ body: { seenText: 'It falls like water.', state: 'shown' } }),

  // Messages
  'GET /admin/messages': staff(),
  'GET /admin/messages/{id}': staff(),
  'POST /admin/messages/{id}/answer': staff({ body: { text: 'Yes, it is woven.', seenReplyCount: 0 } }),
  'PUT /admin/messages/{id}/state': staff({ body: { from: 'new', to: 'closed' } }),

  // Import and export
  'GET /admin/imports': staff(),
  'POST /admin/upload/imports/products': staff({ path: '/admin/upload/imports/products?name=products.csv' }),
  'GET /admin/imports/{id}': staff(),
  'POST /admin/imports/{id}/start': staff(),
  'POST /admin/imports/{id}/cancel': staff(),
  'GET /admin/exports/products': staff(),
  'POST /admin/exports/orders': freshOwner(),
};
