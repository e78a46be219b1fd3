import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './check-boundaries.ts';
import { rowsOf, withTemporaryTree } from './temporary-tree.ts';

/** Lists the violations in a repository with one file, as `line what`. */
const breachesOf = (file: string, code: string) =>
  withTemporaryTree({ [file]: code }, (root) =>
    findBreaches(root).map(({ line, what }) => `${line} ${what}`),
  );

describe('the boundaries of modules allow', () => {
  const rows = rowsOf(`
    an earlier module | app/cart/cart.server.ts | import { hold } from '../stock/stock.server.ts'
    a page of many modules | app/content/home/home-page.tsx | import { Card } from '../catalogue/card.tsx'
    a use case in a loader | app/cart/cart-page.tsx | import { readCart } from './cart.server.ts'
    the shell | app/shell/header.tsx | import { Search } from '../catalogue/search-box.tsx'
    the types of server code | app/cart/client.ts | import type { Api } from './endpoints.server.ts'
    the types of a contract | app/cart/rules.ts | import type { Cart } from './contract.ts'
    the type of the root’s loader | app/foundation/ui/a.ts | import type { loader } from '../../root.tsx'
    zod and money in a contract | app/cart/contract.ts | import { z } from 'zod'; import '../foundation/money.ts'
    the list of all style sheets | app/root.css | @import "./cart/a.css" layer(components);
    a style sheet of an earlier module | app/cart/a.css | @reference "../foundation/ui/tokens.css";↵@import "tailwindcss";
    an import of a later module in a test | app/stock/a.test.ts | import { x } from '../orders/orders.server.ts'
    a join over another module’s table | app/cart/cart.server.ts | import { products } from '../catalogue/tables.server.ts'; import { lines } from './tables.server.ts'; db.insert(lines).values(db.select().from(products))
    the page paths in the earliest module | app/foundation/ui/a.ts | import * as urls from '../../urls.ts'
    the path of an API row | app/cart/endpoints.server.ts | const row = { path: '/cart' }
    a pretend service where the shop is composed | app/start-up.server.ts | import { createPretendServices } from '../sandbox/sandbox.server.ts'
    a pretend service that uses the shop | sandbox/bank.server.ts | import { sign } from '../app/payments/signature.server.ts'
    a Map’s own delete | app/cart/cart.server.ts | import { products } from '../catalogue/tables.server.ts'; seen.delete(id)
  `);
  it.each(rows)('%s', (_what, file = '', code = '') => {
    expect(breachesOf(file, code)).toEqual([]);
  });
});

describe('the boundaries of modules refuse', () => {
  const rows = rowsOf(`
    a later module | app/stock/stock.server.ts | ↵import { readCart } from '../cart/cart.server.ts' | 2 stock imports app/cart/cart.server.ts, but cart comes after stock
    the types of a later module | app/stock/rules.ts | import type { Cart } from '../cart/contract.ts' | 1 stock imports app/cart/contract.ts, but cart comes after stock
    a dynamic import of a later module | app/stock/stock.server.ts | await import('../cart/cart.server.ts') | 1 stock imports app/cart/cart.server.ts, but cart comes after stock
    a re-export of a later module | app/stock/rules.ts | export * from '../cart/rules.ts' | 1 stock imports app/cart/rules.ts, but cart comes after stock
    a file that is in no module | app/cart/cart.server.ts | import { seed } from '../../seeds/seed.server.ts' | 1 cart imports seeds/seed.server.ts, which is in no module
    an import of a page | app/shell/a.tsx | import type { loader } from '../cart/cart-page.tsx' | 1 imports the page app/cart/cart-page.tsx
    server code in the browser | app/cart/add.tsx | import { addToCart } from './cart.server.ts' | 1 imports the server code app/cart/cart.server.ts
    server code in rules | app/cart/rules.ts | import { addToCart } from './cart.server.ts' | 1 imports the server code app/cart/cart.server.ts
    zod on phones | app/cart/add.tsx | import { Cart } from './contract.ts' | 1 imports values from the contract app/cart/contract.ts
    zod of a further contract on phones | app/cart/add.tsx | import { Lines } from './lines-contract.ts' | 1 imports values from the contract app/cart/lines-contract.ts
    a contract that imports rules | app/cart/contract.ts | import { isSoldOut } from '../catalogue/rules.ts' | 1 a contract imports ../catalogue/rules.ts
    SQL in a page | app/cart/cart-page.tsx | import { lines } from './tables.server.ts' | 1 imports the tables app/cart/tables.server.ts
    an insert into another module’s table | app/cart/cart.server.ts | import { products as all } from '../catalogue/tables.server.ts'↵await shop.db.insert(all).values({}) | 2 writes the table all of catalogue
    another module’s table in plain SQL | app/cart/cart.server.ts | import { products } from '../catalogue/tables.server.ts'↵sql\`update \${products} set name = ''\` | 2 writes the table products of catalogue
    a read for staff outside the tables’ module | app/admin/orders/list.server.ts | import { auditLog } from '../tables.server.ts'↵import { orders } from '../../orders/tables.server.ts' | 2 admin imports the tables app/orders/tables.server.ts
    a pretend service in a module | app/cart/cart.server.ts | import { bank } from '../../sandbox/bank.server.ts' | 1 imports the pretend service sandbox/bank.server.ts
    a pretend service in a page | app/cart/cart-page.tsx | import { bank } from '../../sandbox/bank.server.ts' | 1 imports the pretend service sandbox/bank.server.ts
    a shop’s table that a pretend service writes | sandbox/bank.server.ts | import { lines } from '../app/cart/tables.server.ts'↵await shop.db.insert(lines).values({}) | 2 writes the table lines of cart
    a vague file name | app/cart/utils.server.ts |  | 1 the file name does not say what is in the file
    a style sheet of a later module | app/stock/a.css | /* One line. */↵@import "../cart/b.css" layer(components); | 2 stock imports app/cart/b.css, but cart comes after stock
    a page path in an email | app/cart/a.server.ts | const url = \`\${publicUrl}/account?placed=1\` | 1 writes the page path /account
    a link to the home page | app/cart/a.tsx | const a = <Link to="/">Home</Link> | 1 writes the page path /
    an import of the page paths | app/urls.ts | import './cart/rules.ts' | 1 imports app/cart/rules.ts
    a module outside the order | app/gifts/rules.ts |  | 1 the module gifts is not in the import order
  `);
  it.each(rows)('%s', (_what, file = '', code = '', breach = '') => {
    expect(breachesOf(file, code)).toEqual([breach]);
  });
});

it('the script exits with 1 if it finds a violation', () => {
  const run = (code: string) =>
    withTemporaryTree({ 'app/stock/rules.ts': code }, (root) =>
      spawnSync(process.execPath, [path.join(import.meta.dirname, 'check-boundaries.ts'), root], {
        encoding: 'utf8',
      }),
    );
  const broken = run(`import '../cart/rules.ts'`);
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain('Fix:');
  expect(run(`import '../foundation/money.ts'`).status).toBe(0);
});
