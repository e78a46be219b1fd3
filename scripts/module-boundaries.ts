import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, importsOf } from './imports.ts';
import { isNode, lineOf, listCode, readSource, type Source, type SyntaxNode, visitNodes } from './source.ts';

/** One place where the code breaks a rule of the modules: where, why there is the rule, and what to do instead. */
export type Breach = { file: string; line: number; what: string; why: string; fix: string };

/** The modules in import order: the code of a module imports only from itself and from modules before it. */
export const modules = [
  'foundation',
  'content',
  'stock',
  'catalogue',
  'pricing',
  'customers',
  'wishlist',
  'cart',
  'shipping',
  'payments',
  'orders',
  'checkout',
  'reviews',
  'messages',
  'admin',
  'operations',
  'shell',
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isPage = (file: string) => /-page\.tsx$/.test(file);
const isContract = (file: string) => path.posix.basename(file) === 'contract.ts';
const isTables = (file: string) => path.posix.basename(file) === 'tables.server.ts';
/** `app/cart/rules.ts` → `cart`; a file directly in app/ is in no module. */
const moduleOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
/** What composes modules: pages, the shell, and the few files directly in app/. */
const composes = (file: string) => isPage(file) || moduleOf(file) === undefined || moduleOf(file) === 'shell';
const isServerCode = (file: string) => /\.server\.tsx?$/.test(file) || /^app\/(app\.)?server\.ts$/.test(file);
const isRouteModule = (file: string) => isPage(file) || file === 'app/root.tsx';
const vague = /^(utils?|helpers?|common|services?|types?|index)\./;

/** Modules that contracts may import besides other contracts. */
const allowedInContracts = [
  'zod',
  '@hono/zod-openapi',
  'app/foundation/http/problem.ts',
  'app/foundation/money.ts',
];

/** The code files that are checked, as paths from `root`. */
export const listBounded = (root: string): string[] => listCode(root, 'app').filter((file) => !isTest(file));

const listStyles = (root: string): string[] =>
  globSync('app/**/*.css', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/** Every breach below `root/app`: of the code, then of the style sheets. */
export function findBreaches(root: string): Breach[] {
  return [...findCodeBreaches(root), ...findStyleBreaches(root)];
}

/** A style sheet reads others as code does: those of its own module and of modules before it. */
function findStyleBreaches(root: string): Breach[] {
  return listStyles(root).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((text, index) => {
      const [, read] = /^@(?:import|reference) "(\.[^"]*)"/.exec(text) ?? [];
      if (read === undefined) return [];
      const target = path.posix.join(path.posix.dirname(file), read);
      return breachesOfOrder(file, target, false).map(([what, why, fix]) => ({
        file,
        line: index + 1,
        what,
        why,
        fix,
      }));
    });
  });
}

function findCodeBreaches(root: string): Breach[] {
  return listBounded(root).flatMap((file) => {
    const source = readSource(root, file);
    const imports = importsOf(source);
    return [
      ...breachesOfName(file),
      ...imports.flatMap((one) => breachesOfImport(file, one)),
      ...breachesOfWrites(source, imports),
    ];
  });
}

function breachesOfName(file: string): Breach[] {
  const found: Breach[] = [];
  const name = moduleOf(file);
  if (name !== undefined && !modules.includes(name)) {
    found.push({
      file,
      line: 1,
      what: `the module ${name} is not in the import order`,
      why: 'A module outside the order may import anything, and everything may import it.',
      fix: 'Move the file into the module that it belongs to, or add the module to the order in scripts/module-boundaries.ts.',
    });
  }
  if (vague.test(path.posix.basename(file))) {
    found.push({
      file,
      line: 1,
      what: 'the file name does not say what is in the file',
      why: 'Code that belongs to no subject collects in such a file.',
      fix: 'Name the file for what it does, or move its parts to where they are used.',
    });
  }
  return found;
}

function breachesOfImport(file: string, { specifier, target, typeOnly, line }: Import): Breach[] {
  const breach = (what: string, why: string, fix: string) => [{ file, line, what, why, fix }];
  if (isContract(file) && !allowedInContracts.includes(target ?? specifier) && !isContract(target ?? '')) {
    return breach(
      `a contract imports ${specifier}`,
      'A contract is loaded by the browser, the server and the tests; all of them load what it imports.',
      `Keep to other contracts and ${allowedInContracts.join(', ')}.`,
    );
  }
  if (target === undefined) return [];
  if (isPage(target)) {
    return breach(
      `imports the page ${target}`,
      'Pages may import every module, so a file that imports a page depends on all of them.',
      'Move the shared part into a file of its own, beside the page.',
    );
  }
  if (isServerCode(target) && !typeOnly && !isServerCode(file) && !isRouteModule(file)) {
    return breach(
      `imports the server code ${target}`,
      'The file also runs in the browser; the import would send the database code to every visitor, or break the build.',
      'Use `import type`, call it from the page’s loader, or request it from the API.',
    );
  }
  if (isContract(target) && !typeOnly && !isServerCode(file) && !isContract(file)) {
    return breach(
      `imports values from the contract ${target}`,
      'A contract’s values load zod, and every visitor would download it.',
      'Use `import type`; put a constant that the browser needs into rules.ts.',
    );
  }
  if (isTables(target) && !isServerCode(file)) {
    return breach(
      `imports the tables ${target}`,
      'SQL belongs in *.server.ts files, so that a reader knows where to look for it.',
      'Write a use case in the module’s .server.ts file and call that.',
    );
  }
  return breachesOfOrder(file, target, typeOnly).flatMap(([what, why, fix]) => breach(what, why, fix));
}

function breachesOfOrder(file: string, target: string, typeOnly: boolean): [string, string, string][] {
  if (composes(file)) return [];
  // The type of what the root's loader gives is known to every component; it is erased, so it ties nothing.
  if (target === 'app/root.tsx' && typeOnly) return [];
  const from = moduleOf(file) ?? '';
  const to = moduleOf(target);
  if (!target.startsWith('app/') || to === undefined) {
    return [
      [
        `${from} imports ${target}, which is in no module`,
        'The files directly in app/ compose all modules; a module that imports one depends on all of them.',
        'Let the caller pass in what is needed.',
      ],
    ];
  }
  if (modules.indexOf(to) <= modules.indexOf(from)) return [];
  return [
    [
      `${from} imports ${target}, but ${to} comes after ${from}`,
      'Modules that import each other can be neither read, tested nor changed alone.',
      `Move the code to ${to}, let a page compose the two, or let ${to} call ${from}.`,
    ],
  ];
}

const writing = new Set(['insert', 'update', 'delete']);
const writingInSql = /\b(insert\s+into|update|delete\s+from)\s+$/i;

/** A use case may join the tables of another module, but writes only those of its own. */
function breachesOfWrites(source: Source, imports: Import[]): Breach[] {
  const tablesOf = new Map<string, string>();
  for (const { target, names } of imports) {
    if (!target || !isTables(target) || moduleOf(target) === moduleOf(source.file)) continue;
    for (const name of names) tablesOf.set(name, moduleOf(target) ?? target);
  }
  const found: Breach[] = [];
  visitNodes(source.program, (node) => {
    for (const table of writtenTables(node)) {
      const owner = tablesOf.get(table);
      if (owner === undefined) continue;
      found.push({
        file: source.file,
        line: lineOf(source.text, node.start),
        what: `writes the table ${table} of ${owner}`,
        why: `Only ${owner} knows what must stay true of its rows; a second writer may break it.`,
        fix: `Call a use case of ${owner}, or write one there.`,
      });
    }
  });
  return found;
}

/** The names of the tables that this very node writes: `db.insert(x)`, or sql`update ${x} …`. */
function writtenTables(node: SyntaxNode): string[] {
  if (node.type === 'CallExpression' && isNode(node.callee) && isNode(node.callee.property)) {
    const [table] = Array.isArray(node.arguments) ? node.arguments : [];
    return writing.has(String(node.callee.property.name)) ? tableNames(table) : [];
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !Array.isArray(node.expressions))
    return [];
  const tables: unknown[] = node.expressions;
  return node.quasis.flatMap((text: unknown, index) =>
    isNode(text) && writingInSql.test(rawText(text)) ? tableNames(tables[index]) : [],
  );
}

/** `products` → products; `tables.products` → tables, the name it was imported under. */
function tableNames(node: unknown): string[] {
  if (!isNode(node)) return [];
  return node.type === 'MemberExpression'
    ? tableNames(node.object)
    : typeof node.name === 'string'
      ? [node.name]
      : [];
}

function rawText(quasi: SyntaxNode): string {
  const { value } = quasi;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}
