/**
 * Checks the boundaries of the modules below app/, in code and style sheets.
 * - Imports follow the order of the modules.
 * - Each table is written by one module.
 * - The browser's bundle contains no server code.
 * - The admin imports no tables of other modules.
 * - Only the composition root imports sandbox/.
 * `dependency-cruiser` cannot replace this check, because it knows neither database writes nor TypeScript 7.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countPagePaths, findPagePaths, mayNamePages, pagePaths } from './page-paths.ts';
import { isNode, lineOf, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';
import { writtenTables } from './written-tables.ts';

/** A violation of a module rule: the location, what is wrong, the reason for the rule, and the fix. */
export type Breach = { file: string; line: number; what: string; why: string; fix: string };

/** The modules in import order. A module imports only from itself and from modules before it. */
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
  'notifications',
  'admin',
  'operations',
  'shell',
];

/** File with the URL paths of the pages. It is in no module, and every module may import it. */
const urlsFile = 'app/urls.ts';

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isPage = (file: string) => /-page\.tsx$/.test(file);
const isContract = (file: string) => /(^|[/-])contract\.ts$/.test(file);
const isTables = (file: string) => path.posix.basename(file) === 'tables.server.ts';
/** Returns the module of a file: `app/cart/rules.ts` → `cart`. Files directly in app/ or in sandbox/ are in no module. */
const moduleOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
/** True for files that compose modules: pages, the shell, and the files directly in app/. */
const composes = (file: string) => isPage(file) || moduleOf(file) === undefined || moduleOf(file) === 'shell';
const isServerCode = (file: string) => /\.server\.tsx?$/.test(file) || /^app\/(app\.)?server\.ts$/.test(file);
const isRouteModule = (file: string) => isPage(file) || file === 'app/root.tsx';
/** The only files of app/ that may import the pretend services. */
const mountsSandbox = ['app/app.server.ts', 'app/start-up.server.ts'];
const vague = /^(utils?|helpers?|common|services?|types?|index)\./;

/** A violation: what is wrong, the reason for the rule, and the fix. */
type Fault = [what: string, why: string, fix: string];

/** An import, a re-export, a dynamic import or a type import. `target` is a path from the root, or undefined for a package. */
type Import = { specifier: string; target: string | undefined; typeOnly: boolean; names: string[] };

/** Modules that contracts may import besides other contracts. */
const allowedInContracts = [
  'zod',
  '@hono/zod-openapi',
  'app/foundation/http/problem.ts',
  'app/foundation/money.ts',
  // The fields of a product, from which the schema is built.
  'app/catalogue/product-fields.ts',
  // The numbers that the cart's contract and rules share.
  'app/cart/limits.ts',
  // The payment providers and the duration of a refund, which contracts, emails and pages name.
  'app/payments/payment-facts.ts',
  // The states that staff may set by hand.
  'app/orders/transitions.ts',
  // The sentence about an undecided payment, which a problem, the checkout and the order's page contain.
  'app/orders/unpaid-text.ts',
  // The genders. A guest's browser reads them without loading zod.
  'app/customers/profile-fields.ts',
];

/** Lists the code files to check, as paths from `root`. */
export const listCheckedFiles = (root: string): string[] =>
  listCode(root, 'app', 'sandbox').filter((file) => !isTest(file));

/** Finds the violations below `root/app` and `root/sandbox`, first in the code and then in the style sheets. */
export function findBreaches(root: string): Breach[] {
  const breaches: Breach[] = [];
  const add = (file: string, line: number, faults: Fault[]) => {
    for (const [what, why, fix] of faults) breaches.push({ file, line, what, why, fix });
  };
  for (const file of listCheckedFiles(root)) {
    const { text, program } = readSource(root, file);
    const imports: Import[] = [];
    add(file, 1, faultsOfName(file));
    visitNodes(program, (node) => {
      const one = importOf(file, node);
      if (one) imports.push(one);
      if (one) add(file, lineOf(text, node.start), faultsOfImport(file, one));
    });
    for (const { path: page, node } of mayNamePages(file) ? [] : findPagePaths(program))
      add(file, lineOf(text, node.start), [faultOfPagePath(page)]);
    visitNodes(program, (node) => {
      const faults = faultsOfWrites(file, node, imports);
      if (faults.length > 0) add(file, lineOf(text, node.start), faults);
    });
  }
  const styles = globSync('app/**/*.css', { cwd: root }).map((file) => file.split(path.sep).join('/'));
  for (const file of styles.sort()) {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    for (const [index, text] of lines.entries()) {
      const [, read] = /^@(?:import|reference) "(\.[^"]*)"/.exec(text) ?? [];
      if (read)
        add(file, index + 1, faultsOfOrder(file, path.posix.join(path.posix.dirname(file), read), false));
    }
  }
  return breaches;
}

function importOf(
  file: string,
  { type, source, importKind, exportKind, specifiers }: SyntaxNode,
): Import | undefined {
  if (!/^(Import|Export)\w*(Declaration|Expression)$|^TSImportType$/.test(type)) return undefined;
  if (!isNode(source) || typeof source.value !== 'string') return undefined;
  const locals = (Array.isArray(specifiers) ? specifiers : []).filter(isNode).map(({ local }) => local);
  return {
    specifier: source.value,
    target: source.value.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), source.value)
      : undefined,
    typeOnly: type === 'TSImportType' || importKind === 'type' || exportKind === 'type',
    names: locals.flatMap((local) => (isNode(local) && typeof local.name === 'string' ? [local.name] : [])),
  };
}

function faultsOfName(file: string): Fault[] {
  const faults: Fault[] = [];
  const name = moduleOf(file);
  if (name !== undefined && !modules.includes(name)) {
    faults.push([
      `the module ${name} is not in the import order`,
      'The check cannot know which modules may import it, and which it may import.',
      'Move the file into the module that it belongs to, or add the module to the order in scripts/check-boundaries.ts.',
    ]);
  }
  if (vague.test(path.posix.basename(file))) {
    faults.push([
      'the file name does not say what is in the file',
      'Such a file collects code of different subjects.',
      'Name the file for what it does, or move its parts to where they are used.',
    ]);
  }
  return faults;
}

function faultsOfImport(file: string, { specifier, target, typeOnly }: Import): Fault[] {
  if (isContract(file) && !allowedInContracts.includes(target ?? specifier) && !isContract(target ?? '')) {
    return [
      [
        `a contract imports ${specifier}`,
        'The browser, the server and the tests load contracts, with all that these import.',
        `Keep to other contracts and ${allowedInContracts.join(', ')}.`,
      ],
    ];
  }
  if (target === undefined) return [];
  if (target.startsWith('sandbox/') && file.startsWith('app/') && !mountsSandbox.includes(file)) {
    return [
      [
        `imports the pretend service ${target}`,
        'A shop in production has no pretend services, so its modules must work without them.',
        `Let ${mountsSandbox.join(' or ')} pass in what is needed.`,
      ],
    ];
  }
  if (isPage(target)) {
    return [
      [
        `imports the page ${target}`,
        'Pages may import every module, so a file that imports a page depends on all of them.',
        'Move the shared part into a separate file beside the page.',
      ],
    ];
  }
  if (isServerCode(target) && !typeOnly && !isServerCode(file) && !isRouteModule(file)) {
    return [
      [
        `imports the server code ${target}`,
        'The file also runs in the browser; the import would send the database code to every shopper, or break the build.',
        'Use `import type`, call it from the page’s loader, or request it from the API.',
      ],
    ];
  }
  if (isContract(target) && !typeOnly && !isServerCode(file) && !isContract(file)) {
    return [
      [
        `imports values from the contract ${target}`,
        'A contract’s values load zod, and every shopper would download it.',
        'Use `import type`; put a constant that the browser needs into rules.ts.',
      ],
    ];
  }
  if (isTables(target) && !isServerCode(file)) {
    return [
      [
        `imports the tables ${target}`,
        'SQL belongs in *.server.ts files, so that a reader knows where to look for it.',
        'Write a use case in the module’s .server.ts file and call that.',
      ],
    ];
  }
  if (isTables(target) && moduleOf(file) === 'admin' && moduleOf(target) !== 'admin') {
    const owner = moduleOf(target);
    return [
      [
        `admin imports the tables ${target}`,
        'A query for staff changes with its table, so both belong in one module.',
        `Write a use case in ${owner}, such as app/${owner}/for-staff/<subject>.server.ts, and call that.`,
      ],
    ];
  }
  return faultsOfOrder(file, target, typeOnly);
}

function faultsOfOrder(file: string, target: string, typeOnly: boolean): Fault[] {
  if (file === urlsFile) {
    return [
      [
        `imports ${target}`,
        'Every module may import the URL paths, so every module depends on what they import.',
        'Keep the paths free of imports.',
      ],
    ];
  }
  if (composes(file) || target === urlsFile) return [];
  // Every component may use the type of the root's loader, because a type import adds no dependency at run time.
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
      'Modules that import each other cannot be read, tested or changed alone.',
      `Move the code to ${to}, let a page compose the two, or let ${to} call ${from}.`,
    ],
  ];
}

const faultOfPagePath = (page: string): Fault => [
  `writes the page path ${page}`,
  'If a second copy of a path is not changed, its links lead to a page that does not exist.',
  `Use the path's constant in ${urlsFile}.`,
];

/**
 * Lists the tables of other modules that a syntax node writes: `db.insert(x)`, or sql`update ${x} …`. A use case may read other
 * modules' tables.
 */
function faultsOfWrites(file: string, node: SyntaxNode, imports: Import[]): Fault[] {
  return writtenTables(node).flatMap((table): Fault[] => {
    const { target } = imports.find(({ names }) => names.includes(table)) ?? {};
    if (!target || !isTables(target) || moduleOf(target) === moduleOf(file)) return [];
    const owner = moduleOf(target);
    return [
      [
        `writes the table ${table} of ${owner}`,
        `Only ${owner} knows the invariants of its rows, and a second writer may break them.`,
        `Call a use case of ${owner}, or write one there.`,
      ],
    ];
  });
}

if (import.meta.main) {
  const root = process.argv[2] ?? path.dirname(import.meta.dirname);
  const breaches = findBreaches(root);
  for (const { file, line, what, why, fix } of breaches)
    process.stderr.write(`${file}:${line} ${what}\n  Why: ${why}\n  Fix: ${fix}\n\n`);
  process.stdout.write(
    `Module boundaries in ${listCheckedFiles(root).length} files. Breaches: ${breaches.length}.\n`,
  );
  const { allowed, others } = countPagePaths(root);
  process.stdout.write(
    `Page paths: ${pagePaths.length} in ${urlsFile}, ${others} in other code, ${allowed} in endpoints and tests.\n`,
  );
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
