import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, parts } from './declarations.ts';
import { idsInTitles, listedIds } from './requirements.ts';
import { isNode, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** Computes one figure from the code below `root`. Throws an Error that names what it did not find. */
export type Figure = (root: string) => number;

const contract = 'app/orders/contract.ts';
const transitions = 'app/orders/transitions.ts';
const codes = 'app/customers/sign-in/codes.server.ts';
const door = 'app/admin/sign-in/sign-in.server.ts';
const messages = 'app/messages/contract.ts';
const security = (name: string) => `tests/security/${name}.db.test.ts`;

/** Every figure that a document may have between markers, by its name. */
export const figures: Readonly<Record<string, Figure>> = {
  endpoints: countEndpoints,
  'order-states': (root) => countOf(root, contract, 'orderStates'),
  'order-actors': (root) => countOf(root, transitions, 'actors'),
  'order-transitions': (root) => countOf(root, transitions, 'transitions'),
  requirements: (root) => requirementsIn(root).length,
  'requirements-in-titles': (root) => countInTitles(root),
  'requirements-explained': (root) => requirementsIn(root).length - countInTitles(root),
  'test-files': (root) => globSync('{app,scripts,seeds,tests}/**/*.test.{ts,tsx}', { cwd: root }).length,
  'story-files': (root) => globSync('tests/e2e/*.spec.ts', { cwd: root }).length,
  flows: (root) => globSync('docs/flows/*.md', { cwd: root }).length,
  attacks: (root) =>
    readFileSync(path.join(root, 'docs/security.md'), 'utf8').match(/^\| \d+ \|/gm)?.length ?? 0,

  'attack-rivals': (root) => countOf(root, security('rival'), 'pairs'),
  'attack-steps': (root) => countOf(root, security('out-of-order'), 'steps'),
  'attack-amounts': (root) => countOf(root, security('out-of-order'), 'amount'),
  'attack-lines': (root) => countOf(root, security('out-of-order'), 'reported'),
  'attack-quantities': (root) => countOf(root, security('out-of-order'), 'quantity'),
  'attack-bank-events': (root) => countOf(root, security('bank-news'), 'events'),
  'attack-tokens': (root) => countOf(root, security('tokens'), 'attacksOn'),
  'attack-token-calls': (root) => countOf(root, security('tokens'), 'calls'),
  'attack-fields': (root) => countOf(root, security('more-fields'), 'wished'),
  'attack-proxy-headers': (root) => countOf(root, security('proxy-headers'), 'forged'),
  'attack-zones': (root) => countOf(root, security('clocks'), 'zones'),

  'mail-tries': (root) => countOf(root, 'app/foundation/jobs/lease-queue.server.ts', 'backoff') + 1,
  'requests-at-once': (root) => numberOf(root, 'app/app.server.ts', 'mostAtOnce'),
  'codes-by-client': (root) => numberOf(root, codes, 'clientRateLimit', 'limit'),
  'codes-for-staff': (root) => numberOf(root, door, 'signInRateLimit', 'limit'),
  'guesses-by-staff': (root) => numberOf(root, door, 'guessRateLimit', 'limit'),
  'messages-by-client': (root) => numberOf(root, messages, 'messageRateLimit', 'limit'),
  'messages-in-all': (root) => numberOf(root, messages, 'allMessagesRateLimit', 'limit'),
};

/** The ids of the specification, without those of decisions and of further features. */
const requirementsIn = (root: string) => listedIds(root).filter((id) => id.startsWith('S-'));

/** Two figures ask for it, and it reads every test. */
const inTitles = new Map<string, number>();

function countInTitles(root: string): number {
  const proved = new Set(inTitles.has(root) ? [] : idsInTitles(root));
  const count = inTitles.get(root) ?? requirementsIn(root).filter((id) => proved.has(id)).length;
  inTitles.set(root, count);
  return count;
}

/** The rows of every endpoint table. */
function countEndpoints(root: string): number {
  const files = listCode(root, 'app').filter((file) => /endpoints\.server\.ts$/.test(file));
  return countCalls(root, files, 'endpoint');
}

function countCalls(root: string, files: readonly string[], name: string): number {
  let count = 0;
  visitNodes(
    files.map((file) => readSource(root, file).program),
    (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === name) count++;
    },
  );
  return count;
}

/**
 * How many entries a list has in the code: the array or object that is called `name`, that a function of this name returns,
 * or whose entries a loop calls so (`for (const name of […])`). Lists that are spread into it count with their entries.
 */
export function countOf(root: string, file: string, name: string): number {
  const list = namedValues(root, file, name).find((value) => entriesOf(value) !== undefined);
  const count = list && entriesOf(list);
  if (count === undefined) throw new Error(`${file} has no list that is called ${name}.`);
  return count;
}

/** The number that is called `name` in a file, or `property` of the object that is called so. */
export function numberOf(root: string, file: string, name: string, property?: string): number {
  const numbers = namedValues(root, file, name).flatMap((value) => {
    const fields = parts(plain(value)?.properties);
    const meant = property === undefined ? value : fields.find(({ key }) => nameOf(key) === property)?.value;
    return isNode(meant) && typeof meant.value === 'number' ? [meant.value] : [];
  });
  const [number] = numbers;
  if (number === undefined) {
    throw new Error(`${file} has no number that is called ${[name, property].filter(Boolean).join('.')}.`);
  }
  return number;
}

function namedValues(root: string, file: string, name: string): SyntaxNode[] {
  const found: unknown[] = [];
  visitNodes(readSource(root, file).program, (node) => {
    if (node.type === 'VariableDeclarator' && nameOf(node.id) === name) found.push(node.init);
    if (node.type === 'ForOfStatement' && isNode(node.left)) {
      const [declared] = parts(node.left.declarations);
      if (nameOf(declared?.id) === name) found.push(node.right);
    }
    if (node.type !== 'FunctionDeclaration' || nameOf(node.id) !== name) return;
    visitNodes(node.body, (one) => {
      if (one.type === 'ReturnStatement') found.push(one.argument);
    });
  });
  return found.filter(isNode);
}

/** `[…] as const`, `({ … }) satisfies T` and `new Set([…])` are their first part. */
function plain(value: unknown): SyntaxNode | undefined {
  if (!isNode(value)) return undefined;
  if (/^(TSAs|TSSatisfies|Parenthesized)Expression$/.test(value.type)) return plain(value.expression);
  return value.type === 'NewExpression' ? plain(parts(value.arguments)[0]) : value;
}

function entriesOf(value: SyntaxNode): number | undefined {
  const list = plain(value);
  if (list?.type !== 'ArrayExpression' && list?.type !== 'ObjectExpression') return undefined;
  const entries = [...parts(list.elements), ...parts(list.properties)];
  const counts = entries.map((entry) =>
    entry.type === 'SpreadElement' && isNode(entry.argument) ? entriesOf(entry.argument) : 1,
  );
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}
