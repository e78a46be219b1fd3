import { callsOf, memberOf, plainPath, rowsOf, textOf } from './client-calls.ts';
import {
  type Declarations,
  declarationsOf,
  nameOf,
  parts,
  type Reach,
  reachOf,
  targetOf,
} from './declarations.ts';
import type { Hop } from './flow-document.ts';
import { isNode, type Source, visitNodes } from './source.ts';

/** A hop whose file was found and read. */
export type FoundHop = { hop: Hop; source: Source; declarations: Declarations };

/** What is wrong with a step from one hop to the next, and how to mend it. */
export type BrokenLink = { what: string; fix: string };

const markers = {
  call: /\bcalls `([A-Z]+) (\/[^`\s]*)`/,
  table: /\bthrough the table `(\w+)`/,
  method: /\bthrough the method `(\w+)`/,
  route: /\bopens `(\/[^`\s]*)`/,
};
const answering = /\banswers `([A-Z]+) (\/[^`\s]*)`/;

/** Reads a file of the repository, once; undefined where there is none. */
export type Read = (file: string) => Source | undefined;

/** What keeps `to` from being reached from `from`; undefined when it is. */
export function brokenLink(from: FoundHop, to: FoundHop, read: Read): BrokenLink | undefined {
  // A side call is an import; the words of the hop above say how the flow goes on.
  if (!to.hop.isStep) return brokenImport(from, to);
  const { text } = from.hop;
  const [, method = '', url] = markers.call.exec(text) ?? [];
  if (url !== undefined) return brokenCall(from, to, { method, url }, read);
  const [, table] = markers.table.exec(text) ?? [];
  if (table !== undefined) return brokenTable(from, to, table);
  const [, called] = markers.method.exec(text) ?? [];
  if (called !== undefined) return brokenMethod(from, to, called);
  const [, opened] = markers.route.exec(text) ?? [];
  if (opened !== undefined) return brokenRoute(from, to, opened);
  return brokenImport(from, to);
}

/** What is wrong with a hop by itself: it says that it answers a call, and its file has no such row. */
export function brokenStart({ hop, source }: FoundHop): BrokenLink | undefined {
  const [, method = '', url] = answering.exec(hop.text) ?? [];
  if (url === undefined || rowOf(source, method, url)) return undefined;
  return noRow(source, method, url);
}

const noRow = ({ file }: Source, method: string, url: string): BrokenLink => ({
  what: `${file} declares no endpoint ${method} ${url}.`,
  fix: 'Name the file in which the endpoint’s path is declared, and the path as it stands there, below /api.',
});

/** The code of a hop: what its function reaches in its file, or the endpoint by which it was entered. */
function reachOfHop({ hop, source, declarations }: FoundHop): Reach {
  const [, method, url] =
    answering.exec(hop.text) ?? markers.call.exec((hop.isStep && hop.from?.text) || '') ?? [];
  const row = method && url ? rowOf(source, method, url) : undefined;
  if (row) return reachOf(declarations, row.code);
  const name = ownName(hop.name, declarations);
  const start = name === undefined ? undefined : declarations.own.get(name);
  return start ? reachOf(declarations, [start]) : { nodes: [], names: new Set() };
}

/** `default` is what the file exports so, under whatever name. */
function ownName(name: string | undefined, { defaultName }: Declarations): string | undefined {
  return name === 'default' ? defaultName : name;
}

function rowOf(source: Source, method: string, url: string) {
  const path = plainPath(url);
  const below = path.replace(/^\/[^/]+/, '') || '/';
  return rowsOf(source).find((row) => row.method === method && (row.path === path || row.path === below));
}

type Called = { method: string; url: string };

function brokenCall(
  from: FoundHop,
  to: FoundHop,
  { method, url }: Called,
  read: Read,
): BrokenLink | undefined {
  const path = plainPath(url);
  const { calls, written } = callsOf(from.source, reachOfHop(from), read);
  if (!written.has(path) && !calls.some((one) => one.method === method && one.path === path)) {
    return {
      what: `${from.hop.name} in ${from.source.file} does not call ${method} ${url}.`,
      fix: 'Name the function that sends the request, by the typed client or with the path written out.',
    };
  }
  return rowOf(to.source, method, url) ? undefined : noRow(to.source, method, url);
}

function brokenTable(from: FoundHop, to: FoundHop, table: string): BrokenLink | undefined {
  for (const end of [from, to]) {
    const binding = end.declarations.imported.get(table);
    const isTable = binding?.target.endsWith('tables.server.ts') === true;
    if (isTable && reachOfHop(end).names.has(table)) continue;
    return {
      what: `${end.hop.name} in ${end.source.file} does not use the table ${table}.`,
      fix: 'Name the function that writes the row, and after it the one that reads it.',
    };
  }
  return undefined;
}

function brokenMethod(from: FoundHop, to: FoundHop, method: string): BrokenLink | undefined {
  let isCalled = false;
  visitNodes(reachOfHop(from).nodes, (node) => {
    if (node.type === 'CallExpression' && memberOf(node.callee) === method) isCalled = true;
  });
  let isThere = false;
  visitNodes(reachOfHop(to).nodes, (node) => {
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && nameOf(node.key) === method)
      isThere = true;
  });
  if (isCalled && isThere) return undefined;
  const end = isCalled ? to : from;
  return {
    what: `${end.hop.name} in ${end.source.file} does not ${isCalled ? 'have' : 'call'} the method ${method}.`,
    fix: 'Name the function that calls the method of an object, and after it the one that makes the object.',
  };
}

function brokenRoute(from: FoundHop, to: FoundHop, opened: string): BrokenLink | undefined {
  let isThere = false;
  const path = opened.replace(/^\//, '');
  const page = to.source.file.replace(/^app\//, '');
  visitNodes(from.source.program, (node) => {
    if (node.type !== 'CallExpression') return;
    const texts = parts(node.arguments).flatMap((one) => textOf(one) ?? []);
    if (texts.at(-1) === page && (texts.length === 1 ? '' : texts[0]) === path) isThere = true;
  });
  if (isThere) return undefined;
  return {
    what: `${from.source.file} does not open ${to.source.file} at ${opened}.`,
    fix: 'Write the path as the route has it, with its parameters, and the page’s file after it.',
  };
}

function brokenImport(from: FoundHop, to: FoundHop): BrokenLink | undefined {
  const { nodes, names } = reachOfHop(from);
  const name = ownName(to.hop.name, to.declarations) ?? '';
  const there = `${to.hop.name} of ${to.source.file}`;
  const here = `${from.hop.name ?? 'the code'} in ${from.source.file}`;
  if (from.source.file === to.source.file) {
    return names.has(name) ? undefined : { what: `${here} does not use ${there}.`, fix: wayFix };
  }
  const isDefault = to.declarations.defaultName === name;
  const bindings = [...from.declarations.imported].filter(([, { target }]) => target === to.source.file);
  const isUsed = bindings.some(
    ([local, { imported }]) =>
      names.has(local) &&
      (imported === name ||
        (imported === 'default' && isDefault) ||
        (imported === '*' && mentions(nodes, name))),
  );
  if (isUsed) return undefined;
  const isLoaded = loads(nodes, from.source.file, to.source.file);
  if (isLoaded && (isDefault || mentions(nodes, name))) return undefined;
  return bindings.length > 0 || isLoaded
    ? { what: `${here} imports ${to.source.file} but does not use ${to.hop.name}.`, fix: wayFix }
    : { what: `${here} does not import ${to.source.file}.`, fix: wayFix };
}

const wayFix =
  'Write down the file that lies between, or say how the step is made: calls `POST /api/…`, through the table `…`, ' +
  'through the method `…`, opens `/…`.';

/** True when `nodes` name it anywhere, as a member or in a pattern too. */
function mentions(nodes: unknown, name: string): boolean {
  let isThere = false;
  visitNodes(nodes, (node) => {
    if (nameOf(node) === name) isThere = true;
  });
  return isThere;
}

/** True when `nodes` import the file `target` later, by `import()`. */
function loads(nodes: unknown, file: string, target: string): boolean {
  let isThere = false;
  visitNodes(nodes, (node) => {
    if (node.type !== 'ImportExpression' || !isNode(node.source)) return;
    if (targetOf(file, node.source.value) === target) isThere = true;
  });
  return isThere;
}

/** Reads what stands at the top of a hop's file. */
export const foundHop = (hop: Hop, source: Source): FoundHop => ({
  hop,
  source,
  declarations: declarationsOf(source),
});
