/** Code that is mutated together: its files, and the test files in which a test must fail. */
export type MutationModule = {
  name: string;
  /** Globs of production files, without screens and table definitions. */
  files: readonly string[];
  /** Globs of test files. Stryker runs the tests that import the mutated file. */
  tests: readonly string[];
};

/**
 * The modules in which a fault costs most. Each module lists only the test files that specify it, because a test close to the mutant must fail.
 */
export const modules: readonly MutationModule[] = [
  {
    name: 'bill',
    files: ['app/pricing/*.ts'],
    tests: ['app/pricing/*.test.ts', 'app/orders/invoices/{invoice,credit-note}-draft.test.ts'],
  },
  { name: 'stock', files: ['app/stock/*.ts'], tests: ['app/stock/*.test.ts'] },
  {
    name: 'sessions',
    files: [
      'app/customers/sessions.server.ts',
      'app/admin/sign-in/staff-sessions.server.ts',
      'app/foundation/config/secret.server.ts',
    ],
    tests: [
      'app/customers/sessions.db.test.ts',
      'app/customers/endpoints.db.test.ts',
      'app/admin/sign-in/*.test.ts',
      'app/admin/team/*.test.ts',
      'app/foundation/config/secret.test.ts',
      'tests/security/access-matrix.db.test.ts',
    ],
  },
  {
    name: 'access-rules',
    files: [
      'app/customers/signed-in.server.ts',
      'app/admin/sign-in/staff-access.server.ts',
      'app/admin/customers/customers.server.ts',
    ],
    tests: [
      'tests/security/access-matrix.db.test.ts',
      'app/customers/endpoints.db.test.ts',
      'app/admin/sign-in/*.test.ts',
      'app/admin/customers/*.test.ts',
    ],
  },
  {
    name: 'response-cache',
    files: ['app/foundation/cache/*.server.ts', 'app/foundation/database/change-listener.server.ts'],
    tests: [
      'app/foundation/cache/*.test.ts',
      'app/response-cache.db.test.ts',
      'app/foundation/database/change-listener*.test.ts',
      'app/two-processes.db.test.ts',
    ],
  },
  {
    name: 'sign-in',
    files: [
      'app/customers/accounts.server.ts',
      'app/customers/sign-in/{codes,devices,links,google,google-issuer}.server.ts',
      'app/customers/sign-in/rules.ts',
      'app/admin/sign-in/{sign-in,factor,recovery-codes,encrypted,staff,totp}.server.ts',
      'app/foundation/http/rate-limit{,-key}.server.ts',
    ],
    tests: [
      'app/customers/{endpoints,sessions}.db.test.ts',
      'app/customers/accounts.db.test.ts',
      'app/customers/sign-in/{codes,devices,links,google}.{db,both-databases}.test.ts',
      'sandbox/pretend-google.db.test.ts',
      'app/customers/sign-in/rules.test.ts',
      'app/admin/sign-in/*.test.ts',
      'app/foundation/http/rate-limit*.test.ts',
      'tests/security/guesses.db.test.ts',
    ],
  },
  {
    name: 'payments',
    files: ['app/payments/*.ts', 'sandbox/pretend-bank*.server.ts'],
    tests: [
      'app/payments/*.test.ts',
      'sandbox/pretend-bank*.test.ts',
      'app/checkout/confirm-payment.db.test.ts',
      'app/checkout/payment-worker/*.test.ts',
    ],
  },
  {
    name: 'orders',
    files: [
      'app/orders/**/!(credit-note-draft|invoice-draft)*.server.ts',
      'app/orders/{transitions,status-history}.ts',
      'app/orders/invoices/{invoice-number,invoice-rows}.ts',
    ],
    tests: ['app/orders/**/*.test.ts'],
  },
  // These files compute the transitions of a line, the state of an order, and the sums of invoices and credit notes. Their tests
  // need no database, so a mutant takes a second.
  {
    name: 'order-rules',
    files: [
      'app/orders/{order-state,rules}.ts',
      'app/orders/invoices/{credit-note-draft,invoice-draft}.server.ts',
    ],
    tests: [
      'app/orders/{order-state,rules}.test.ts',
      'app/orders/invoices/credit-note-draft.test.ts',
      'app/orders/invoices/invoice-draft*.test.ts',
    ],
  },
  {
    name: 'checkout',
    files: [
      'app/checkout/**/*.server.ts',
      'app/checkout/rules.ts',
      'app/foundation/address/pincodes.ts',
      'app/foundation/jobs/poller.server.ts',
    ],
    // Leave out the property test of random shoppers, which takes five seconds for each mutant.
    tests: [
      'app/checkout/**/!(random-shopper-actions)*.test.ts',
      'app/foundation/address/pincodes.test.ts',
      'app/foundation/jobs/poller*.test.ts',
    ],
  },
  {
    name: 'cart',
    files: [
      'app/cart/*.server.ts',
      'app/cart/{rules,guest-cart,merge-guest-cart,cart-actions,cart-api,cart-store,cart-view}.ts',
    ],
    tests: ['app/cart/*.test.ts'],
  },
  {
    name: 'wishlist',
    files: ['app/wishlist/*.server.ts', 'app/wishlist/{rules,wishlist-actions}.ts'],
    tests: ['app/wishlist/*.test.ts'],
  },
  {
    name: 'catalogue',
    files: ['app/catalogue/*.server.ts', 'app/catalogue/{rules,product-rules,product-fields}.ts'],
    tests: ['app/catalogue/*.test.ts', 'app/admin/catalogue/*.test.ts'],
  },
  {
    name: 'listing',
    files: ['app/catalogue/{listing,search}/*.server.ts', 'app/catalogue/{listing,search}/*.ts'],
    tests: ['app/catalogue/*.test.ts', 'app/catalogue/{listing,search}/*.test.ts'],
  },
  {
    name: 'shipping',
    files: ['app/shipping/*.server.ts', 'app/shipping/{rules,courier}.ts'],
    tests: ['app/shipping/*.test.ts', 'app/orders/apply-tracking-update.db.test.ts'],
  },
  {
    name: 'content',
    files: ['app/content/*.server.ts', 'app/content/{fill-in,paragraphs,seller-lines,shipping-text}.ts'],
    tests: ['app/content/*.test.ts', 'app/admin/content/**/*.test.ts'],
  },
  {
    name: 'reviews',
    files: ['app/reviews/*.server.ts'],
    tests: ['app/reviews/*.test.ts', 'app/admin/reviews/*.test.ts'],
  },
  {
    name: 'messages',
    files: ['app/messages/*.server.ts'],
    tests: ['app/messages/*.test.ts', 'app/admin/messages/*.test.ts'],
  },
  {
    name: 'admin',
    files: [
      'app/admin/{audit-log,customers,dashboard,team}/*.server.ts',
      'app/admin/import-export/*.server.ts',
      'app/admin/orders/*.server.ts',
    ],
    tests: ['app/admin/{audit-log,customers,dashboard,team,import-export,orders}/*.test.ts'],
  },
  {
    name: 'operations',
    files: ['app/operations/*.server.ts'],
    tests: ['app/operations/*.test.ts'],
  },
];
