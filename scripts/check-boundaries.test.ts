import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './check-boundaries.ts';
import { inTree } from './temporary-tree.ts';

/** What is wrong with a shop of these files, each breach as one line. */
const breachesOf = (files: Record<string, string>) =>
  inTree(files, (root) => findBreaches(root).map(({ file, line, what }) => `${file}:${line} ${what}`));

describe('the boundaries allow', () => {
  it.each<[string, Record<string, string>]>([
    ['an earlier module', { 'app/cart/cart.server.ts': `import { hold } from '../stock/stock.server.ts'` }],
    [
      'a page of many modules',
      { 'app/content/home/home-page.tsx': `import { Piece } from '../catalogue/piece.tsx'` },
    ],
    ['a use case in a loader', { 'app/cart/cart-page.tsx': `import { readCart } from './cart.server.ts'` }],
    ['the shell', { 'app/shell/header.tsx': `import { Search } from '../catalogue/search-box.tsx'` }],
    [
      'the types of server code',
      { 'app/cart/client.ts': `import type { Api } from './endpoints.server.ts'` },
    ],
    ['the types of a contract', { 'app/cart/rules.ts': `import type { Cart } from './contract.ts'` }],
    [
      'the type of the root’s loader',
      { 'app/foundation/ui/a.ts': `import type { loader } from '../../root.tsx'` },
    ],
    [
      'what a contract may import',
      { 'app/cart/contract.ts': `import { z } from 'zod'; import '../foundation/money.ts'` },
    ],
    [
      'style sheets of earlier modules, and the list of all of them',
      {
        'app/root.css': '@import "./cart/a.css" layer(components);',
        'app/cart/a.css': '@reference "../foundation/ui/tokens.css";\n@import "tailwindcss";',
      },
    ],
    [
      'a test that reaches everywhere',
      { 'app/stock/a.test.ts': `import { x } from '../orders/orders.server.ts'` },
    ],
    [
      'a join over another module’s table',
      {
        'app/cart/cart.server.ts': `import { products } from '../catalogue/tables.server.ts'
          import { lines } from './tables.server.ts'
          db.insert(lines).values(db.select().from(products))`,
      },
    ],
    [
      'a Map’s own delete',
      {
        'app/cart/cart.server.ts': `import { products } from '../catalogue/tables.server.ts'; seen.delete(id)`,
      },
    ],
  ])('%s', (_what, files) => {
    expect(breachesOf(files)).toEqual([]);
  });
});

describe('the boundaries stop', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'a later module',
      { 'app/stock/stock.server.ts': `\nimport { readCart } from '../cart/cart.server.ts'` },
      'app/stock/stock.server.ts:2 stock imports app/cart/cart.server.ts, but cart comes after stock',
    ],
    [
      'even the types of a later module',
      { 'app/stock/rules.ts': `import type { Cart } from '../cart/contract.ts'` },
      'app/stock/rules.ts:1 stock imports app/cart/contract.ts, but cart comes after stock',
    ],
    [
      'a later module that is loaded late',
      { 'app/stock/stock.server.ts': `await import('../cart/cart.server.ts')` },
      'app/stock/stock.server.ts:1 stock imports app/cart/cart.server.ts, but cart comes after stock',
    ],
    [
      'a later module passed on',
      { 'app/stock/rules.ts': `export * from '../cart/rules.ts'` },
      'app/stock/rules.ts:1 stock imports app/cart/rules.ts, but cart comes after stock',
    ],
    [
      'a file that is in no module',
      { 'app/cart/cart.server.ts': `import { plant } from '../../seeds/seed.server.ts'` },
      'app/cart/cart.server.ts:1 cart imports seeds/seed.server.ts, which is in no module',
    ],
    [
      'an import of a page',
      { 'app/shell/a.tsx': `import type { loader } from '../cart/cart-page.tsx'` },
      'app/shell/a.tsx:1 imports the page app/cart/cart-page.tsx',
    ],
    [
      'server code in the browser',
      { 'app/cart/add.tsx': `import { addToCart } from './cart.server.ts'` },
      'app/cart/add.tsx:1 imports the server code app/cart/cart.server.ts',
    ],
    [
      'server code in rules',
      { 'app/cart/rules.ts': `import { addToCart } from './cart.server.ts'` },
      'app/cart/rules.ts:1 imports the server code app/cart/cart.server.ts',
    ],
    [
      'zod on phones',
      { 'app/cart/add.tsx': `import { Cart } from './contract.ts'` },
      'app/cart/add.tsx:1 imports values from the contract app/cart/contract.ts',
    ],
    [
      'a contract with an appetite',
      { 'app/cart/contract.ts': `import { isSoldOut } from '../catalogue/rules.ts'` },
      'app/cart/contract.ts:1 a contract imports ../catalogue/rules.ts',
    ],
    [
      'SQL in a page',
      { 'app/cart/cart-page.tsx': `import { lines } from './tables.server.ts'` },
      'app/cart/cart-page.tsx:1 imports the tables app/cart/tables.server.ts',
    ],
    [
      'an insert into another module’s table',
      {
        'app/cart/cart.server.ts': `import { products as pieces } from '../catalogue/tables.server.ts'
          await shop.db.insert(pieces).values({})`,
      },
      'app/cart/cart.server.ts:2 writes the table pieces of catalogue',
    ],
    [
      'another module’s table in plain SQL',
      {
        'app/cart/cart.server.ts': `import { products } from '../catalogue/tables.server.ts'\nsql\`update \${products} set name = ''\``,
      },
      'app/cart/cart.server.ts:2 writes the table products of catalogue',
    ],
    [
      'a name that says nothing',
      { 'app/cart/utils.server.ts': '' },
      'app/cart/utils.server.ts:1 the file name does not say what is in the file',
    ],
    [
      'a style sheet of a later module',
      {
        'app/stock/a.css': '/* One line. */\n@import "../cart/b.css" layer(components);',
        'app/cart/b.css': '',
      },
      'app/stock/a.css:2 stock imports app/cart/b.css, but cart comes after stock',
    ],
    [
      'a module outside the order',
      { 'app/gifts/rules.ts': '' },
      'app/gifts/rules.ts:1 the module gifts is not in the import order',
    ],
  ])('%s', (_what, files, breach) => {
    expect(breachesOf(files)).toEqual([breach]);
  });
});

it('the script fails when a boundary is broken', () => {
  const run = (files: Record<string, string>) =>
    inTree(files, (root) =>
      spawnSync(process.execPath, [path.join(import.meta.dirname, 'check-boundaries.ts'), root], {
        encoding: 'utf8',
      }),
    );
  const broken = run({ 'app/stock/rules.ts': `import '../cart/rules.ts'` });
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain('Fix:');
  expect(run({ 'app/stock/rules.ts': `import '../foundation/money.ts'` }).status).toBe(0);
});
