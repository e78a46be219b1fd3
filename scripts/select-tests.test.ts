import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Graph, readChange, readImports, selectTests } from './select-tests.ts';
import { withTemporaryTree } from './temporary-tree.ts';

/** The files of a small shop: modules, an application that composes them, and a fixture that opens it. */
const graph: Graph = new Map([
  ['app/api.server.ts', ['app/cart/endpoints.server.ts']],
  ['app/app.db.test.ts', ['tests/fixtures/world.ts']],
  ['app/app.server.ts', ['app/api.server.ts', 'app/foundation/http/headers.server.ts']],
  ['app/cart/cart-page.tsx', ['app/cart/cart.server.ts']],
  ['app/cart/cart.both-databases.test.ts', ['tests/fixtures/world.ts']],
  ['app/cart/cart.server.ts', ['app/stock/stock.server.ts']],
  ['app/cart/endpoints.server.ts', ['app/cart/cart.server.ts']],
  ['app/cart/rules.test.ts', ['app/cart/rules.ts']],
  ['app/foundation/ui/button.tsx', []],
  ['app/orders/order-page.tsx', ['app/foundation/ui/button.tsx']],
  ['app/orders/orders.db.test.ts', ['app/cart/cart.server.ts', 'tests/fixtures/world.ts']],
  ['app/reviews/reviews.both-databases.test.ts', ['tests/fixtures/sold-orders.ts']],
  ['app/stock/stock.db.test.ts', ['app/stock/stock.server.ts']],
  ['tests/e2e/cart-signed-in.spec.ts', ['tests/e2e/support/shopper.ts']],
  ['tests/e2e/cart.spec.ts', []],
  ['tests/e2e/orders.spec.ts', []],
  ['tests/fixtures/sold-orders.ts', ['app/cart/cart.server.ts', 'app/foundation/money.ts']],
  ['tests/fixtures/world.ts', ['app/app.server.ts']],
]);
const select = (...changed: string[]) => selectTests(graph, changed);

it.each([
  'migrations/0001_orders.sql',
  'app/cart/tables.server.ts',
  'seeds/catalogue.json',
  'package-lock.json',
  'vitest.config.ts',
  'scripts/start.mjs',
  'app/app.server.ts',
  'tests/fixtures/world.ts',
])('selects all tests for a change of %s', (file) => {
  expect(select('app/cart/cart-page.tsx', file)).toMatchObject({
    allTestsReason: expect.stringContaining(file),
    tests: [...graph.keys()].filter((one) => one.includes('.test.')),
    deferredCount: 0,
  });
});

it('selects at most 40 database tests, those in the folder of the change first', () => {
  const numbered = (module: string, kind: string) =>
    Array.from({ length: 30 }, (_, nth) => `app/${module}/${nth + 10}.${kind}.ts`);
  const [cart, orders, stock] = ['cart', 'orders', 'stock'].map((module) => numbered(module, 'db.test'));
  const rules = numbered('stock', 'test');
  const files = [cart, orders, stock, rules].flatMap((some) => some ?? []);
  const tree: Graph = new Map(files.map((file) => [file, []]));
  const { tests, deferredCount } = selectTests(tree, ['app/cart/tables.server.ts']);
  const countOf = (some: string[] = []) => some.filter((file) => tests.includes(file)).length;
  expect([cart, orders, stock, rules].map(countOf)).toEqual([30, 5, 5, 30]);
  expect(deferredCount).toBe(50);
});

it.each([
  ['tests/fixtures/world.both-databases.test.ts', []],
  ['docs/running.md', []],
  ['app/stock/gone.db.test.ts', []],
  // The tests that import the file, and the tests in its folder.
  ['app/stock/stock.server.ts', ['app/orders/orders.db.test.ts', 'app/stock/stock.db.test.ts']],
  ['app/cart/rules.test.ts', ['app/cart/rules.test.ts']],
  [
    'app/cart/cart.server.ts',
    ['app/cart/cart.both-databases.test.ts', 'app/cart/rules.test.ts', 'app/orders/orders.db.test.ts'],
  ],
  // Imports are not followed through the composition root. Imports of a module's file are not followed through a test helper.
  ['app/cart/endpoints.server.ts', ['app/cart/cart.both-databases.test.ts', 'app/cart/rules.test.ts']],
  ['app/foundation/money.ts', ['app/reviews/reviews.both-databases.test.ts']],
  ['app/foundation/http/headers.server.ts', ['app/app.db.test.ts']],
  // For a removed file, the tests in its folder. For a file without a test, the tests in the folders of its importers.
  ['app/cart/gone.server.ts', ['app/cart/cart.both-databases.test.ts', 'app/cart/rules.test.ts']],
  ['app/foundation/ui/button.tsx', ['app/orders/orders.db.test.ts']],
])('selects for a change of %s the tests %j', (file, tests) => {
  const { allTestsReason, tests: selected } = select(file);
  expect(allTestsReason).toBeUndefined();
  expect(selected).toEqual(tests);
});

it.each([
  ['app/cart/cart-page.tsx', 'tests/e2e/cart.spec.ts'],
  ['app/orders/pages/orders.css', 'tests/e2e/orders.spec.ts'],
  ['app/foundation/ui/button.tsx', 'tests/e2e/orders.spec.ts'],
  ['tests/e2e/cart-signed-in.spec.ts', 'tests/e2e/cart-signed-in.spec.ts'],
  ['tests/e2e/support/shopper.ts', 'tests/e2e/cart-signed-in.spec.ts'],
  ['app/gifts/wrapping.tsx', undefined],
  ['app/cart/cart.server.ts', undefined],
])('selects for a change of %s the end-to-end test %s', (file, test) => {
  expect(select(file).endToEndTest).toBe(test);
});

it('reads all imports and started scripts except type imports', () => {
  const text = `import { z } from 'zod'; import './b.ts'; export * from './c.ts'; await import("./d.tsx");
    import type { E } from './e.ts'; spawn(node, ['f.mjs']); readFile('./gone.ts');`;
  const others = Object.fromEntries(
    ['b.ts', 'c.ts', 'd.tsx', 'e.ts', 'f.mjs'].map((name) => [`app/${name}`, '']),
  );
  const imports = withTemporaryTree({ 'app/a.ts': text, ...others }, readImports).get('app/a.ts');
  expect(imports).toEqual(['app/b.ts', 'app/c.ts', 'app/d.tsx', 'app/f.mjs']);
});

describe('the list of changed files', () => {
  /** Runs `act` in a checkout on the branch `work` with four committed files. `git` runs one command. */
  const inCheckout = <T>(act: (root: string, git: (command: string) => void) => T) =>
    withTemporaryTree({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', '.gitignore': '*.js\n' }, (root) => {
      const { GIT_DIR: _folder, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
      const settings = ['user.name=Tests', 'user.email=tests@example.com', 'commit.gpgsign=false'];
      const options = ['-C', root, ...settings.flatMap((setting) => ['-c', setting])];
      const git = (command: string) => {
        const args = [...options, ...command.split(' ')];
        const { status, stderr } = spawnSync('git', args, { encoding: 'utf8', env });
        if (status !== 0) throw new Error(`git ${command}: ${stderr}`);
      };
      git('init --quiet --initial-branch=main');
      git('add --all');
      git('commit --quiet --message=first');
      git('switch --quiet --create work');
      return act(root, git);
    });

  it('contains committed, changed, moved, removed and new files, but no later commits on main', () => {
    const change = inCheckout((root, git) => {
      writeFileSync(path.join(root, 'a.ts'), 'changed');
      git('commit --quiet --all --message=second');
      git('switch --quiet main');
      writeFileSync(path.join(root, '.gitignore'), '*.js\n*.map\n');
      git('commit --quiet --all --message=later');
      git('switch --quiet work');
      rmSync(path.join(root, 'b.ts'));
      writeFileSync(path.join(root, 'ignored.js'), '');
      renameSync(path.join(root, 'c.ts'), path.join(root, 'new file ü.ts'));
      return readChange(root);
    });
    expect(change).toEqual({ against: 'main', changed: ['a.ts', 'b.ts', 'c.ts', 'new file ü.ts'] });
  });

  it('is compared to origin/main if there is no branch main, and is undefined if both branches or git are missing', () => {
    const changes = inCheckout((root, git) => {
      git('update-ref refs/remotes/origin/main HEAD');
      git('branch --quiet --delete --force main');
      const compared = readChange(root);
      git('update-ref -d refs/remotes/origin/main');
      return [compared, readChange(root)];
    });
    expect(changes).toEqual([{ against: 'origin/main', changed: [] }, undefined]);
    expect(withTemporaryTree({ 'a.ts': '' }, readChange)).toBeUndefined();
  });
});
