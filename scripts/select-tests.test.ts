import { describe, expect, it } from 'vitest';
import type { ImportGraph } from './import-graph.ts';
import { mostBrowserFiles, selectTests } from './select-tests.ts';

/** A small shop: two modules, an application over them, and a fixture that opens it. */
const graph: ImportGraph = new Map([
  ['app/api.server.ts', ['app/cart/endpoints.server.ts']],
  ['app/app.db.test.ts', ['tests/fixtures/world.ts']],
  ['app/app.server.ts', ['app/api.server.ts', 'app/foundation/http/security-headers.server.ts']],
  ['app/cart/cart-page.tsx', ['app/cart/cart.server.ts', 'app/cart/quantity.tsx']],
  ['app/cart/cart.db.test.ts', ['tests/fixtures/world.ts']],
  ['app/cart/cart.server.ts', ['app/stock/stock.server.ts']],
  ['app/cart/endpoints.server.ts', ['app/cart/cart.server.ts', 'app/cart/contract.ts']],
  ['app/cart/quantity.tsx', []],
  ['app/cart/rules.test.ts', ['app/cart/rules.ts']],
  ['app/foundation/log.test.ts', ['app/foundation/log.ts']],
  ['app/foundation/http/security-headers.test.ts', ['app/foundation/http/security-headers.server.ts']],
  ['app/foundation/ui/button.tsx', []],
  ['app/orders/order-page.tsx', ['app/foundation/ui/button.tsx']],
  ['app/orders/orders.db.test.ts', ['app/cart/cart.server.ts', 'tests/fixtures/world.ts']],
  ['app/reviews/reviews.db.test.ts', ['tests/fixtures/sold-orders.ts', 'tests/fixtures/world.ts']],
  ['app/stock/stock.db.test.ts', ['app/stock/stock.server.ts', 'tests/fixtures/world.ts']],
  ['tests/security/fuzz.db.test.ts', ['tests/security/schemas.ts', 'tests/fixtures/world.ts']],
  ['tests/e2e/cart-signed-in.spec.ts', ['tests/e2e/support/shopper.ts']],
  ['tests/e2e/cart.spec.ts', []],
  ['tests/e2e/orders.spec.ts', []],
  ['tests/fixtures/sold-orders.ts', ['app/cart/cart.server.ts', 'app/foundation/money.ts']],
  ['tests/fixtures/world.ts', ['app/app.server.ts', 'app/foundation/database/database.server.ts']],
]);

const select = (...changed: string[]) => selectTests(graph, changed);
const everyDatabaseTest = [
  'app/app.db.test.ts',
  'app/cart/cart.db.test.ts',
  'app/orders/orders.db.test.ts',
  'app/reviews/reviews.db.test.ts',
  'app/stock/stock.db.test.ts',
  'tests/security/fuzz.db.test.ts',
];

describe('tests without a browser', () => {
  it('are those that run a changed file by their imports, and those in its folder', () => {
    expect(select('app/stock/stock.server.ts')).toMatchObject({
      everythingBecause: undefined,
      rules: [],
      database: ['app/orders/orders.db.test.ts', 'app/stock/stock.db.test.ts'],
    });
  });

  it('do not reach a file through the composition root', () => {
    expect(select('app/cart/endpoints.server.ts')).toMatchObject({
      rules: ['app/cart/rules.test.ts'],
      database: ['app/cart/cart.db.test.ts'],
    });
  });

  it('do not reach a file of a module through a helper that prepares their data, but one of the foundation', () => {
    expect(select('app/cart/cart.server.ts').database).toEqual([
      'app/cart/cart.db.test.ts',
      'app/orders/orders.db.test.ts',
    ]);
    expect(select('app/foundation/money.ts').database).toEqual(['app/reviews/reviews.db.test.ts']);
  });

  it('are found by imports through the fixture where these avoid the composition root', () => {
    expect(select('app/foundation/database/database.server.ts').database).toEqual(everyDatabaseTest);
  });

  it('stand in the folders of importers where neither imports nor the own folder lead to a test', () => {
    expect(select('app/foundation/ui/button.tsx').database).toEqual(['app/orders/orders.db.test.ts']);
  });

  it('are in the foundation only those that run the file, and those beside the application that imports it', () => {
    expect(select('app/foundation/http/security-headers.server.ts')).toMatchObject({
      rules: ['app/foundation/http/security-headers.test.ts'],
      database: ['app/app.db.test.ts'],
    });
    expect(select('app/foundation/log.ts')).toMatchObject({
      rules: ['app/foundation/log.test.ts'],
      database: [],
    });
  });

  it('run alone when only they have changed', () => {
    expect(select('app/cart/rules.test.ts')).toMatchObject({
      rules: ['app/cart/rules.test.ts'],
      database: [],
    });
  });

  it('are looked for in the folder of a file that was removed', () => {
    expect(select('app/cart/gone.server.ts').database).toEqual(['app/cart/cart.db.test.ts']);
  });

  it('do not include a test that was removed', () => {
    expect(select('app/stock/gone.db.test.ts')).toMatchObject({ rules: [], database: [] });
  });

  it('follow a helper of some database tests to these', () => {
    expect(select('tests/security/schemas.ts').database).toEqual(['tests/security/fuzz.db.test.ts']);
  });

  it('are none for a document', () => {
    expect(select('docs/running.md', 'README.md')).toMatchObject({
      everythingBecause: undefined,
      rules: [],
      database: [],
      browser: [],
    });
  });
});

it.each([
  'migrations/0001_orders.sql',
  'migrations/meta/_journal.json',
  'app/cart/tables.server.ts',
  'seeds/catalogue.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'scripts/start.mjs',
  'app/app.server.ts',
  'app/start-up.server.ts',
  'tests/fixtures/world.ts',
  'tests/engine/postgres.ts',
])('everything of one engine runs for %s', (file) => {
  const { everythingBecause, rules, database } = select(file, 'app/cart/quantity.tsx');
  expect(everythingBecause).toContain(file);
  expect(rules).toEqual([
    'app/cart/rules.test.ts',
    'app/foundation/log.test.ts',
    'app/foundation/http/security-headers.test.ts',
  ]);
  expect(database).toEqual(everyDatabaseTest);
});

it.each([
  'tests/fixtures/world.db.test.ts',
  'tests/e2e/support/shopper.ts',
  'tests/e2e/engines/stories.test.ts',
  'scripts/module-boundaries.ts',
])('not everything runs for %s', (file) => {
  expect(select(file).everythingBecause).toBeUndefined();
});

describe('Playwright files', () => {
  const ranked = (...changed: string[]) => {
    const { browser, browserLeftOut } = select(...changed);
    return [...browser, ...browserLeftOut];
  };

  it('are those that are named as the screen, the closest first', () => {
    expect(ranked('app/cart/cart-page.tsx')).toEqual([
      'tests/e2e/cart.spec.ts',
      'tests/e2e/cart-signed-in.spec.ts',
    ]);
  });

  it('are those of the pages that show a part without a name of its own', () => {
    expect(select('app/foundation/ui/button.tsx').browser).toEqual(['tests/e2e/orders.spec.ts']);
  });

  it('are found for a style sheet', () => {
    expect(select('app/orders/pages/orders.css').browser).toEqual(['tests/e2e/orders.spec.ts']);
  });

  it('run when they or their helpers have changed, before those of a screen', () => {
    expect(ranked('tests/e2e/support/shopper.ts', 'app/orders/order-page.tsx')).toEqual([
      'tests/e2e/cart-signed-in.spec.ts',
      'tests/e2e/orders.spec.ts',
    ]);
  });

  it('begin with the closest one of each screen', () => {
    expect(ranked('app/cart/cart-page.tsx', 'app/orders/order-page.tsx')).toEqual([
      'tests/e2e/cart.spec.ts',
      'tests/e2e/orders.spec.ts',
      'tests/e2e/cart-signed-in.spec.ts',
    ]);
  });

  it('beyond the most that fit are named as left out', () => {
    const { browser, browserLeftOut } = select('app/orders/order-page.tsx', 'app/cart/cart-page.tsx');
    expect(browser).toHaveLength(mostBrowserFiles);
    expect([...browser, ...browserLeftOut]).toHaveLength(3);
  });

  it('are all left out beside everything of one engine', () => {
    expect(select('package.json', 'app/cart/cart-page.tsx')).toMatchObject({
      browser: [],
      browserLeftOut: ['tests/e2e/cart.spec.ts', 'tests/e2e/cart-signed-in.spec.ts'],
    });
  });

  it('that are missing for a screen are said to be', () => {
    expect(select('app/gifts/wrapping.tsx').screensWithoutBrowser).toEqual(['app/gifts/wrapping.tsx']);
  });

  it('do not run for what is no screen', () => {
    expect(select('app/cart/cart.server.ts').browser).toEqual([]);
  });
});
