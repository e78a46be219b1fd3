import path from 'node:path';
import { type Import, importsOf } from './imports.ts';
import { isNode, lineOf, listCode, readSource, type Source, type SyntaxNode, visitNodes } from './source.ts';

/** One place where the code climbs over a wall: where, why the wall stands there, and the way round it. */
export type Breach = { file: string; line: number; what: string; why: string; fix: string };

/** The rooms in arrow order: the code of a room imports only from itself and from rooms that stand before it. */
export const rooms = [
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
/** `app/cart/rules.ts` → `cart`; a file that stands directly in app/ is in no room. */
const roomOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
/** What puts rooms together: pages, the shell, and the few files that stand directly in app/. */
const composes = (file: string) => isPage(file) || roomOf(file) === undefined || roomOf(file) === 'shell';
const isServerCode = (file: string) => /\.server\.tsx?$/.test(file) || /^app\/(app\.)?server\.ts$/.test(file);
const isRouteModule = (file: string) => isPage(file) || file === 'app/root.tsx';
const vague = /^(utils?|helpers?|common|services?|types?|index)\./;

/** What contracts may take beside other contracts. */
const contractListing = [
  'zod',
  '@hono/zod-openapi',
  'app/foundation/http/problem.ts',
  'app/foundation/money.ts',
];

/** The files that are looked at, as paths from `root`. */
export const listWalled = (root: string): string[] => listCode(root, 'app').filter((file) => !isTest(file));

/** Every breach below `root/shop`, in the order of the files. */
export function findBreaches(root: string): Breach[] {
  return listWalled(root).flatMap((file) => {
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
  const room = roomOf(file);
  if (room !== undefined && !rooms.includes(room)) {
    found.push({
      file,
      line: 1,
      what: `the room ${room} has no place in the arrow order`,
      why: 'A room without a place may import anything, and everything may import it.',
      fix: 'Move the file into the room it belongs to, or give the room its place in scripts/walls.ts.',
    });
  }
  if (vague.test(path.posix.basename(file))) {
    found.push({
      file,
      line: 1,
      what: 'the name says nothing',
      why: 'Whatever has no home ends up in such a file, until nobody can say what it is about.',
      fix: 'Name the file for what it does, or put its parts where they are used.',
    });
  }
  return found;
}

function breachesOfImport(file: string, { specifier, target, typeOnly, line }: Import): Breach[] {
  const breach = (what: string, why: string, fix: string) => [{ file, line, what, why, fix }];
  if (isContract(file) && !contractListing.includes(target ?? specifier) && !isContract(target ?? '')) {
    return breach(
      `a contract imports ${specifier}`,
      'A contract is read by the browser, the server and the tests; what it drags along, all of them carry.',
      `Keep to other contracts and ${contractListing.join(', ')}.`,
    );
  }
  if (target === undefined) return [];
  if (isPage(target)) {
    return breach(
      `imports the page ${target}`,
      'Pages may look into every room, so whoever imports a page can reach everything through it.',
      'Move the shared part into a file of its own, beside the page.',
    );
  }
  if (isServerCode(target) && !typeOnly && !isServerCode(file) && !isRouteModule(file)) {
    return breach(
      `imports the server code ${target}`,
      'The file also runs in the browser; the import would send the database code to every visitor, or break the build.',
      'Use `import type`, call it from the page’s loader, or fetch from the API.',
    );
  }
  if (isContract(target) && !typeOnly && !isServerCode(file) && !isContract(file)) {
    return breach(
      `imports values from the contract ${target}`,
      'A contract’s values bring zod along, and phones pay for each byte of it.',
      'Use `import type`; put a constant that the browser needs into rules.ts.',
    );
  }
  if (isTables(target) && !isServerCode(file)) {
    return breach(
      `imports the tables ${target}`,
      'SQL stands in *.server.ts files, so that a reader knows where to look for it.',
      'Write a verb in the room’s .server.ts file and call that.',
    );
  }
  return breachesOfArrow(file, target, typeOnly).flatMap(([what, why, fix]) => breach(what, why, fix));
}

function breachesOfArrow(file: string, target: string, typeOnly: boolean): [string, string, string][] {
  if (composes(file)) return [];
  // The type of what the root's loader gives is known to every component; it is erased, so it ties nothing.
  if (target === 'app/root.tsx' && typeOnly) return [];
  const from = roomOf(file) ?? '';
  const to = roomOf(target);
  if (!target.startsWith('app/') || to === undefined) {
    return [
      [
        `${from} imports ${target}, which stands outside the rooms`,
        'What puts the rooms together knows all of them; a room that imports it knows all of them too.',
        'Let the caller pass in what is needed.',
      ],
    ];
  }
  if (rooms.indexOf(to) <= rooms.indexOf(from)) return [];
  return [
    [
      `${from} imports ${target}, but ${to} comes after ${from}`,
      'Arrows that point both ways make one big room: neither can be read, tested or changed alone.',
      `Move the code to ${to}, let a page compose the two, or let ${to} call ${from}.`,
    ],
  ];
}

const writing = new Set(['insert', 'update', 'delete']);
const writingInSql = /\b(insert\s+into|update|delete\s+from)\s+$/i;

/** Read across, write at home: a verb may join another room's tables but changes only its own. */
function breachesOfWrites(source: Source, imports: Import[]): Breach[] {
  const tablesOf = new Map<string, string>();
  for (const { target, names } of imports) {
    if (!target || !isTables(target) || roomOf(target) === roomOf(source.file)) continue;
    for (const name of names) tablesOf.set(name, roomOf(target) ?? target);
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
        why: `Only ${owner} knows what must stay true of its rows; a second writer breaks it unseen.`,
        fix: `Call a verb of ${owner}, or write one there.`,
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
