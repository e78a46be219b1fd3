/** One part of the shop whose tests are tried: the files that are changed, and the test files that must notice. */
export type MutationModule = {
  name: string;
  /** Globs of production files; screens and table definitions are left out. */
  files: readonly string[];
  /** Globs of test files. Of these, Stryker runs the ones that import the changed file. */
  tests: readonly string[];
};

/**
 * What must never be wrong. Each module lists the test files that hold its promises, and not all that happen to run its
 * code: a mutant must be noticed close to where it is.
 */
export const modules: readonly MutationModule[] = [
  {
    name: 'bill',
    files: ['shop/bill/*.ts'],
    tests: ['shop/bill/*.test.ts', 'shop/orders/invoice-draft.test.ts'],
  },
  { name: 'stock', files: ['shop/stock/*.ts'], tests: ['shop/stock/*.test.ts'] },
  {
    name: 'sessions',
    files: [
      'shop/customers/sessions.server.ts',
      'shop/admin/door/staff-sessions.server.ts',
      'shop/foundation/secret.server.ts',
    ],
    tests: [
      'shop/customers/sessions.db.test.ts',
      'shop/customers/endpoints.db.test.ts',
      'shop/admin/door/*.test.ts',
      'shop/admin/team/*.test.ts',
      'shop/foundation/secret.test.ts',
      'tests/hostile/tokens.db.test.ts',
    ],
  },
  {
    name: 'access-rules',
    files: [
      'shop/customers/signed-in.server.ts',
      'shop/admin/door/for-staff.server.ts',
      'shop/admin/people/person-rights.server.ts',
    ],
    tests: [
      'tests/access-matrix.db.test.ts',
      'tests/office-matrix.db.test.ts',
      'shop/customers/endpoints.db.test.ts',
      'shop/admin/door/*.test.ts',
      'shop/admin/people/*.test.ts',
    ],
  },
  {
    name: 'response-cache',
    files: [
      'shop/foundation/{whole-answers,answer-cache,kept-until-changed,front-desk,shown,memory,changes}.server.ts',
    ],
    tests: [
      'shop/foundation/{answer-cache,changes,front-desk,kept-until-changed,memory,whole-answers}.test.ts',
      'shop/whole-answers.db.test.ts',
      'shop/foundation/changes.db.test.ts',
      'shop/two-processes.db.test.ts',
    ],
  },
  {
    name: 'sign-in',
    files: [
      'shop/customers/{codes,accounts,google,google-issuer,google-nonce}.server.ts',
      'shop/customers/sign-in-rules.ts',
      'shop/admin/door/{enter,factor,recovery-codes,sealed,staff,totp}.server.ts',
      'shop/foundation/{allowance,allowance-bucket}.server.ts',
    ],
    tests: [
      'shop/customers/{codes,google,endpoints,sessions}.db.test.ts',
      'shop/customers/sign-in-rules.test.ts',
      'shop/admin/door/*.test.ts',
      'shop/foundation/allowance*.test.ts',
      'tests/hostile/guesses.db.test.ts',
    ],
  },
  {
    name: 'payments',
    files: ['shop/payments/*.ts'],
    tests: ['shop/payments/*.test.ts', 'shop/checkout/{ask-bank,confirm-payment}.db.test.ts'],
  },
  {
    name: 'orders',
    files: [
      'shop/orders/*.server.ts',
      'shop/orders/{moves,rules,status-history,invoice-number,invoice-rows}.ts',
    ],
    tests: ['shop/orders/*.test.ts'],
  },
  {
    name: 'checkout',
    files: ['shop/checkout/*.server.ts', 'shop/checkout/{rules,pincodes}.ts'],
    // Without the property test of random shoppers, which takes five seconds for each mutant.
    tests: ['shop/checkout/!(whatever-shoppers-do)*.test.ts'],
  },
];
