/**
 * Checks docs/flows/*.md against the code. A numbered item must be reached from the previous item. An item with a dash must be
 * reached from the item above its indentation. An item is reached if the function of the earlier item uses an import of it.
 * Otherwise the text of the earlier item must name the way: calls `POST /api/…`, through the table `…`, through the method `…`,
 * opens `/…`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as urls from '../app/urls.ts';
import { isNode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** An item of a flow. `from` is the earlier item from which this item must be reached. */
type Hop = { line: number; file: string; name?: string; text: string; from?: Hop; isStep: boolean };

/** A code file: its top-level statements without comments, and its imports of values. */
type Unit = { file: string; text: string; parts: { names: string[]; code: string }[]; imports: Import[] };
type Import = { local: string; name: string; target: string };

const fileAndName = '([\\w@./+-]+\\.(?:tsx?|mjs|css|json|sql|md))(?:[ #]([A-Za-z_$][\\w$]*)(?:\\(\\))?)?';
const members = String.raw`(?:\s*\.\w+|\['[^']*'\])`;

/** Parses a flow. Returns its items, the files named in its text, and the lines of items without a file. */
function readFlow(markdown: string) {
  const hops: Hop[] = [];
  const mentions: { line: number; file: string; name?: string }[] = [];
  const strays: number[] = [];
  let open: { indent: number; hop: Hop }[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    for (const [, file = '', name] of text.matchAll(new RegExp(`\`${fileAndName}\``, 'g')))
      mentions.push({ line, file, ...(name && { name }) });
    const [, spaces, bullet, rest = ''] = /^( *)(\d+\.|-) +(.*)$/.exec(text) ?? [];
    const last = open.at(-1)?.hop;
    if (spaces === undefined) {
      if (/^\S/.test(text)) open = [];
      else if (last) last.text += ` ${text.trim()}`;
      continue;
    }
    const [, file, name, after = ''] = new RegExp(`^\`${fileAndName}\`(.*)$`).exec(rest) ?? [];
    if (file === undefined) {
      strays.push(line);
      continue;
    }
    const indent = spaces.length;
    const isStep = bullet !== '-';
    const before = open.find((one) => one.indent === indent && one.hop.isStep);
    const parent = open.findLast((one) => one.indent < indent);
    const from = (isStep ? (before ?? parent) : parent)?.hop;
    const hop = { line, file, text: after, isStep, ...(name && { name }), ...(from && { from }) };
    open = [...open.filter((one) => one.indent < indent || (!isStep && one === before)), { indent, hop }];
    hops.push(hop);
  }
  return { hops, mentions, strays };
}

/** Checks every item of the flows below `root`. Returns the number of flows and items, and one message per fault. */
export function findBrokenHops(root: string): { flows: number; hops: number; broken: string[] } {
  const units = new Map<string, Unit | undefined>();
  const read = (file: string) => {
    if (!units.has(file)) units.set(file, existsSync(path.join(root, file)) ? unitOf(root, file) : undefined);
    return units.get(file);
  };
  const find = (file: string) => [`app/${file}`, file].find((one) => existsSync(path.join(root, one)));
  const unit = ({ file }: { file: string }) => {
    const found = find(file);
    return found && /\.(tsx?|mjs)$/.test(found) ? read(found) : undefined;
  };
  const documents = globSync('docs/flows/*.md', { cwd: root }).sort();
  let count = 0;
  const broken = documents.flatMap((document) => {
    const { hops, mentions, strays } = readFlow(readFileSync(path.join(root, document), 'utf8'));
    count += hops.length;
    const continued = new Set(hops.map(({ from }) => from));
    const single = hops.filter((hop) => !hop.from && !continued.has(hop)).map(({ line }) => line);
    const faults: [number, string | undefined][] = [
      ...strays.map((line): [number, string] => [line, 'The list item names no file.']),
      ...(hops.length === 0 ? [1] : single).map((line): [number, string] => [
        line,
        'A list needs at least two items.',
      ]),
    ];
    for (const { line, file, name } of mentions) {
      const target = unit({ file });
      if (!find(file))
        faults.push([line, `There is no file ${file}, neither in app/ nor in the root folder.`]);
      else if (name && target && !partOf(target, name))
        faults.push([line, `${target.file} does not declare ${name}.`]);
    }
    for (const hop of hops) {
      const [to, from] = [unit(hop), hop.from && unit(hop.from)];
      const [, method = '', url] = /\bhandles `([A-Z]+) (\/[^`\s]*)`/.exec(hop.text) ?? [];
      if (to && url && !rowOf(to, method, url)) faults.push([hop.line, noRow(to, method, url)]);
      if (to && from && hop.from) faults.push([hop.line, brokenLink(hop.from, from, hop, to, read)]);
    }
    return faults
      .toSorted(([a], [b]) => a - b)
      .flatMap(([line, what]) => (what ? [`${document}:${line} ${what}`] : []));
  });
  return { flows: documents.length, hops: count, broken };
}

function unitOf(root: string, file: string): Unit {
  const source = readSource(root, file);
  let { text } = source;
  for (const { value, start } of source.comments) {
    const comment = text.slice(start, start + value.length + 2);
    text = text.slice(0, start) + comment.replace(/[^\n]/g, ' ') + text.slice(start + comment.length);
  }
  const unit: Unit = { file, text, parts: [], imports: [] };
  const { program } = source;
  for (const node of 'body' in program ? listOf(program.body) : []) {
    const target = isNode(node.source) ? targetOf(file, String(node.source.value)) : '';
    for (const one of node.type === 'ImportDeclaration' && node.importKind !== 'type'
      ? listOf(node.specifiers)
      : []) {
      if (one.importKind === 'type') continue;
      const all = one.type === 'ImportNamespaceSpecifier' ? '*' : 'default';
      unit.imports.push({ local: nameOf(one.local), name: nameOf(one.imported) || all, target });
    }
    const declared = isNode(node.declaration) ? node.declaration : node;
    const names = [nameOf(declared.id), ...listOf(declared.declarations).flatMap(({ id }) => namesIn(id))];
    if (node.type === 'ExportDefaultDeclaration') names.push('default', nameOf(declared));
    unit.parts.push({ names: names.filter(Boolean), code: text.slice(node.start, Number(node.end)) });
  }
  return unit;
}

const listOf = (list: unknown): SyntaxNode[] => (Array.isArray(list) ? list.filter(isNode) : []);
const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');
const targetOf = (file: string, to: string) =>
  to.startsWith('.') ? path.posix.join(path.posix.dirname(file), to) : '';
/** True if `code` contains the name outside of strings and type queries. */
const uses = (code: string, name: string) =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(
    code.replace(/\btypeof [\w.]+|'[^'\n]*'|"[^"\n]*"/g, ''),
  );
const partOf = ({ parts }: Unit, name = '') => parts.find(({ names }) => names.includes(name));

/** Lists the names in a binding pattern, including its keys. */
function namesIn(pattern: unknown): string[] {
  const names: string[] = [];
  visitNodes(pattern, (node) => {
    if (node.type === 'Identifier') names.push(nameOf(node));
  });
  return names;
}

/** Returns the code of an item's function or endpoint, with all statements in its file that the code uses. */
function reachOf(hop: Hop, unit: Unit): string {
  const entered = /\bhandles `([A-Z]+) (\/[^`\s]*)`/.exec(hop.text);
  const called = /\bcalls `([A-Z]+) (\/[^`\s]*)`/.exec((hop.isStep && hop.from?.text) || '');
  const [, method = '', url = ''] = entered ?? called ?? [];
  const start = rowOf(unit, method, url) ?? partOf(unit, hop.name)?.code;
  const codes = new Set(start === undefined ? [] : [start]);
  for (const code of codes) {
    for (const part of unit.parts) if (part.names.some((name) => uses(code, name))) codes.add(part.code);
  }
  return [...codes].join('\n');
}

/** Returns the reason why `from` does not reach `to`, or undefined if it does. */
function brokenLink(
  from: Hop,
  fromUnit: Unit,
  to: Hop,
  toUnit: Unit,
  read: (file: string) => Unit | undefined,
): string | undefined {
  const code = reachOf(from, fromUnit);
  const source = `${from.name ?? 'the code'} in ${fromUnit.file}`;
  const target = `${to.name} in ${toUnit.file}`;
  const described = (pattern: string) =>
    to.isStep ? new RegExp(`\\b${pattern}`).exec(from.text) : undefined;
  const [, method = '', url] = described('calls `([A-Z]+) (/[^`\\s]*)`') ?? [];
  if (url) {
    if (!callsOf(fromUnit, code, read).some((one) => one === `${method} ${plain(url)}` || one === plain(url)))
      return `${source} does not call ${method} ${url}.`;
    return rowOf(toUnit, method, url) ? undefined : noRow(toUnit, method, url);
  }
  const [, table] = described('through the table `(\\w+)`') ?? [];
  if (table) {
    const isUsed = ({ imports }: Unit, reach: string) =>
      imports.some(({ local, target }) => local === table && target.endsWith('tables.server.ts')) &&
      uses(reach, table);
    if (!isUsed(fromUnit, code)) return `${source} does not use the table ${table}.`;
    return isUsed(toUnit, reachOf(to, toUnit)) ? undefined : `${target} does not use the table ${table}.`;
  }
  const [, called] = described('through the method `(\\w+)`') ?? [];
  if (called) {
    if (!code.includes(`.${called}(`)) return `${source} does not call the method ${called}.`;
    const isDeclared = new RegExp(`(?<![.\\w])${called}\\s*[(:,}]`).test(reachOf(to, toUnit));
    return isDeclared ? undefined : `${target} does not have the method ${called}.`;
  }
  const [, opened] = described('opens `/([^`\\s]*)`') ?? [];
  if (opened !== undefined) {
    const page = toUnit.file.replace(/^app\//, '');
    return opensPage(fromUnit.text, opened, page)
      ? undefined
      : `${fromUnit.file} does not open ${toUnit.file} at /${opened}.`;
  }
  const names = partOf(toUnit, to.name)?.names.filter((name) => name === to.name || name === 'default') ?? [];
  if (fromUnit === toUnit)
    return names.some((name) => uses(code, name))
      ? undefined
      : `${source} does not use ${to.name} of ${toUnit.file}.`;
  const bindings = fromUnit.imports.filter(({ target }) => target === toUnit.file);
  const isBound = bindings.some(
    ({ local, name }) =>
      uses(code, local) && (names.includes(name) || (name === '*' && names.some((one) => uses(code, one)))),
  );
  const isLoaded = dynamicImports(fromUnit.file, code).includes(toUnit.file);
  if (isBound || (isLoaded && names.some((name) => name === 'default' || uses(code, name)))) return undefined;
  return bindings.length > 0 || isLoaded
    ? `${source} imports ${toUnit.file} but does not use ${to.name}.`
    : `${source} does not import ${toUnit.file}.`;
}

const dynamicImports = (file: string, code: string) =>
  [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, to = '']) => targetOf(file, to));

const noRow = ({ file }: Unit, method: string, url: string) =>
  `${file} declares no endpoint ${method} ${url}.`;

/** Returns the code of an endpoint. The code may declare the path without the first segment of `url`. */
function rowOf({ text }: Unit, method: string, url: string): string | undefined {
  const paths = [plain(url), plain(url.replace(/^\/[^/]+/, ''))];
  return text
    .split(/(?=\b(?:endpoint|\w+Action)\(|\.(?:get|post|put|patch|delete)\(\s*['"`]\/)/)
    .map((row) => row.split(/\n[\])}]/)[0] ?? '')
    .find((row) => {
      const [, shortMethod = '', shortPath] = /^\.(\w+)\(\s*['"`]([^'"`]*)/.exec(row) ?? [];
      const field = (name: string) => new RegExp(`^\\w+\\([^]*?\\b${name}: '([^']*)'`).exec(row)?.[1];
      const [declaredMethod, declaredPath] =
        shortPath === undefined ? [field('method'), field('path')] : [shortMethod, shortPath];
      const isMethod = declaredMethod?.toUpperCase() === method;
      return isMethod && declaredPath !== undefined && paths.includes(plain(declaredPath));
    });
}

/** Normalizes a path. `/api/cart/add/:proId`, `/api/cart/add/${id}` and `/api/cart/add/{proId}/` become the same path. */
const plain = (url: string) =>
  url
    .replace(/[?#].*$/, '')
    .replace(/\$?\{[^}]*\}|:\w+/g, '{}')
    .replace(/\/+$/, '') || '/';

/** Lists the requests in `code`: `POST /api/cart/merge` for a call of a typed client, and paths in strings. */
function callsOf(unit: Unit, code: string, read: (file: string) => Unit | undefined): string[] {
  const clientCalls = code.matchAll(new RegExp(`(\\w+)(?:\\([^()]*\\))?(${members}*)\\.\\$(\\w+)\\(`, 'g'));
  return [
    ...[...clientCalls].map(([, client = '', path = '', method = '']) => {
      const base = clientPath(unit, client, read);
      return `${method.toUpperCase()} ${plain(`${base}${segmentsOf(path)}`)}`;
    }),
    ...[...code.matchAll(/['"`](\/[^'"`\n]*)['"`]/g)].map(([, written = '']) => plain(written)),
  ];
}

/** Finds the path of a typed client, such as `hc('/api').cart` or `ordersApi.admin.orders[':id']`. */
function clientPath(unit: Unit, name: string, read: (file: string) => Unit | undefined): string | undefined {
  const code = unit.parts.find((part) => part.names.includes(name))?.code;
  if (code === undefined) {
    const bound = unit.imports.find(({ local }) => local === name);
    const files = bound ? [bound.target] : dynamicImports(unit.file, unit.text);
    const others = files.flatMap((file) => read(file) ?? []);
    return others
      .map((other) => clientPath(other, bound?.name ?? name, read))
      .find((one) => one !== undefined);
  }
  const [, base] = /\bhc(?:<[^(]*>)?\('([^']*)'/.exec(code) ?? [];
  const [, after = ''] = new RegExp(`\\)(${members}*);?$`).exec(code) ?? [];
  if (base !== undefined) return `${base}${segmentsOf(after)}`;
  const [, root, path = ''] = new RegExp(`= (\\w+)(${members}*);?$`).exec(code) ?? [];
  const above = root && clientPath(unit, root, read);
  return above && `${above}${segmentsOf(path)}`;
}

/** Converts a property path to a URL path: `.cart['add-all'].index` → /cart/add-all */
const segmentsOf = (chain: string) =>
  [...chain.matchAll(/[\w:-]+/g)].map(([one]) => (one === 'index' ? '' : `/${one}`)).join('');

/** True if the routes declare `page` at the path, as a text or as a constant of `app/urls.ts`. */
function opensPage(routes: string, opened: string, page: string): boolean {
  const constants = new Map(Object.entries(urls));
  const inText = routes
    .replace(
      /`\$\{urls\.(\w+)\}([^`]*)`|urls\.(\w+)/g,
      (_all, start, rest = '', whole = start) => `'${constants.get(whole)}${rest}'`,
    )
    .replace(/\s/g, '');
  const paths = opened === '' ? ['('] : [`'${opened}',`, `'/${opened}',`];
  return paths.some((before) => inText.includes(`${before}'${page}'`));
}

if (import.meta.main) {
  const { flows, hops, broken } = findBrokenHops(path.dirname(import.meta.dirname));
  for (const one of broken) process.stderr.write(`${one}\n`);
  process.stdout.write(`${hops} items in ${flows} flows. Faults: ${broken.length}.\n`);
  process.exitCode = broken.length === 0 && flows > 0 ? 0 : 1;
}
