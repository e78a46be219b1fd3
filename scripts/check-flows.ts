/**
 * Checks docs/flows/*.md against the code. A numbered item is reached from the item before it, an item with a dash from the item
 * it is indented below: the function uses it by an import, or by what the item before says: calls `POST /api/…`, through the
 * table `…`, through the method `…`, opens `/…`.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as urls from '../app/urls.ts';
import { isNode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** An item of a flow. `file` is written from app/ or from the root; `from` is the item that leads here. */
type Hop = { line: number; file: string; name?: string; text: string; from?: Hop; isStep: boolean };

/** A file: its top-level statements without comments, and its imports of values. */
type Unit = { file: string; text: string; parts: { names: string[]; code: string }[]; imports: Import[] };
type Import = { local: string; name: string; target: string };

const fileAndName = '([\\w@./+-]+\\.(?:tsx?|mjs|css|json|sql|md))(?:[ #]([A-Za-z_$][\\w$]*)(?:\\(\\))?)?';
const members = String.raw`(?:\s*\.\w+|\['[^']*'\])`;

/** Reads the items of a flow, the files that its sentences name, and the lines of items that name no file. */
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

/** Follows every item of the flows below `root`. Returns the number of flows and items, and one message per fault. */
export function findBrokenHops(root: string): { flows: number; hops: number; broken: string[] } {
  const units = new Map<string, Unit | undefined>();
  const read = (file: string) => {
    if (!units.has(file)) units.set(file, existsSync(path.join(root, file)) ? unitOf(root, file) : undefined);
    return units.get(file);
  };
  const find = (file: string) => [`app/${file}`, file].find((one) => existsSync(path.join(root, one)));
  const unit = ({ file }: { file: string }) => {
    const place = find(file);
    return place && /\.(tsx?|mjs)$/.test(place) ? read(place) : undefined;
  };
  const documents = globSync('docs/flows/*.md', { cwd: root }).sort();
  let count = 0;
  const broken = documents.flatMap((document) => {
    const { hops, mentions, strays } = readFlow(readFileSync(path.join(root, document), 'utf8'));
    count += hops.length;
    const continued = new Set(hops.map(({ from }) => from));
    const lonely = hops.filter((hop) => !hop.from && !continued.has(hop)).map(({ line }) => line);
    const faults: [number, string | undefined][] = [
      ...strays.map((line): [number, string] => [line, 'This item of a list names no file.']),
      ...(hops.length === 0 ? [1] : lonely).map((line): [number, string] => [
        line,
        'A list has at least two items.',
      ]),
    ];
    for (const { line, file, name } of mentions) {
      const there = unit({ file });
      if (!find(file)) faults.push([line, `There is no file ${file}, neither in app/ nor at the top.`]);
      else if (name && there && !partOf(there, name))
        faults.push([line, `${there.file} does not declare ${name}.`]);
    }
    for (const hop of hops) {
      const [to, from] = [unit(hop), hop.from && unit(hop.from)];
      const [, method = '', url] = /\banswers `([A-Z]+) (\/[^`\s]*)`/.exec(hop.text) ?? [];
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
/** True if `code` has the name outside of strings and type queries. */
const uses = (code: string, name: string) =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(
    code.replace(/\btypeof [\w.]+|'[^'\n]*'|"[^"\n]*"/g, ''),
  );
const partOf = ({ parts }: Unit, name = '') => parts.find(({ names }) => names.includes(name));

/** Lists the names that a pattern binds, with the keys that it takes them from. */
function namesIn(pattern: unknown): string[] {
  const names: string[] = [];
  visitNodes(pattern, (node) => {
    if (node.type === 'Identifier') names.push(nameOf(node));
  });
  return names;
}

/** Returns the code of an item: of its function or its endpoint, and of all in the same file that this refers to. */
function reachOf(hop: Hop, unit: Unit): string {
  const entered = /\banswers `([A-Z]+) (\/[^`\s]*)`/.exec(hop.text);
  const called = /\bcalls `([A-Z]+) (\/[^`\s]*)`/.exec((hop.isStep && hop.from?.text) || '');
  const [, method = '', url = ''] = entered ?? called ?? [];
  const start = rowOf(unit, method, url) ?? partOf(unit, hop.name)?.code;
  const codes = new Set(start === undefined ? [] : [start]);
  for (const code of codes) {
    for (const part of unit.parts) if (part.names.some((name) => uses(code, name))) codes.add(part.code);
  }
  return [...codes].join('\n');
}

/** Returns what keeps `to` from being reached from `from`; undefined if it is reached. */
function brokenLink(
  from: Hop,
  fromUnit: Unit,
  to: Hop,
  toUnit: Unit,
  read: (file: string) => Unit | undefined,
): string | undefined {
  const code = reachOf(from, fromUnit);
  const here = `${from.name ?? 'the code'} in ${fromUnit.file}`;
  const there = `${to.name} in ${toUnit.file}`;
  const said = (pattern: string) => (to.isStep ? new RegExp(`\\b${pattern}`).exec(from.text) : undefined);
  const [, method = '', url] = said('calls `([A-Z]+) (/[^`\\s]*)`') ?? [];
  if (url) {
    if (!callsOf(fromUnit, code, read).some((one) => one === `${method} ${plain(url)}` || one === plain(url)))
      return `${here} does not call ${method} ${url}.`;
    return rowOf(toUnit, method, url) ? undefined : noRow(toUnit, method, url);
  }
  const [, table] = said('through the table `(\\w+)`') ?? [];
  if (table) {
    const isUsed = ({ imports }: Unit, reach: string) =>
      imports.some(({ local, target }) => local === table && target.endsWith('tables.server.ts')) &&
      uses(reach, table);
    if (!isUsed(fromUnit, code)) return `${here} does not use the table ${table}.`;
    return isUsed(toUnit, reachOf(to, toUnit)) ? undefined : `${there} does not use the table ${table}.`;
  }
  const [, called] = said('through the method `(\\w+)`') ?? [];
  if (called) {
    if (!code.includes(`.${called}(`)) return `${here} does not call the method ${called}.`;
    const isThere = new RegExp(`(?<![.\\w])${called}\\s*[(:,}]`).test(reachOf(to, toUnit));
    return isThere ? undefined : `${there} does not have the method ${called}.`;
  }
  const [, opened] = said('opens `/([^`\\s]*)`') ?? [];
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
      : `${here} does not use ${to.name} of ${toUnit.file}.`;
  const bindings = fromUnit.imports.filter(({ target }) => target === toUnit.file);
  const isBound = bindings.some(
    ({ local, name }) =>
      uses(code, local) && (names.includes(name) || (name === '*' && names.some((one) => uses(code, one)))),
  );
  const isLoaded = lateImports(fromUnit.file, code).includes(toUnit.file);
  if (isBound || (isLoaded && names.some((name) => name === 'default' || uses(code, name)))) return undefined;
  return bindings.length > 0 || isLoaded
    ? `${here} imports ${toUnit.file} but does not use ${to.name}.`
    : `${here} does not import ${toUnit.file}.`;
}

const lateImports = (file: string, code: string) =>
  [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, to = '']) => targetOf(file, to));

const noRow = ({ file }: Unit, method: string, url: string) =>
  `${file} declares no endpoint ${method} ${url}.`;

/** Returns the code of an endpoint whose path is declared with or without the first segment of `url`. */
function rowOf({ text }: Unit, method: string, url: string): string | undefined {
  const paths = [plain(url), plain(url.replace(/^\/[^/]+/, ''))];
  return text
    .split(/(?=\b(?:endpoint|\w+Action)\(|\.(?:get|post|put|patch|delete)\(\s*['"`]\/)/)
    .map((row) => row.split(/\n[\])}]/)[0] ?? '')
    .find((row) => {
      const [, verb = '', short] = /^\.(\w+)\(\s*['"`]([^'"`]*)/.exec(row) ?? [];
      const field = (name: string) => new RegExp(`^\\w+\\([^]*?\\b${name}: '([^']*)'`).exec(row)?.[1];
      const [declared, place] = short === undefined ? [field('method'), field('path')] : [verb, short];
      return declared?.toUpperCase() === method && place !== undefined && paths.includes(plain(place));
    });
}

/** `/api/cart/add/:proId`, `/api/cart/add/${id}` and `/api/cart/add/{proId}/` are one path. */
const plain = (url: string) =>
  url
    .replace(/[?#].*$/, '')
    .replace(/\$?\{[^}]*\}|:\w+/g, '{}')
    .replace(/\/+$/, '') || '/';

/** Lists what `code` calls: `POST /api/cart/merge` through a typed client, and paths that are written out. */
function callsOf(unit: Unit, code: string, read: (file: string) => Unit | undefined): string[] {
  const typed = code.matchAll(new RegExp(`(\\w+)(?:\\([^()]*\\))?(${members}*)\\.\\$(\\w+)\\(`, 'g'));
  return [
    ...[...typed].map(([, client = '', path = '', verb = '']) => {
      const base = clientPath(unit, client, read);
      return `${verb.toUpperCase()} ${plain(`${base}${segmentsOf(path)}`)}`;
    }),
    ...[...code.matchAll(/['"`](\/[^'"`\n]*)['"`]/g)].map(([, written = '']) => plain(written)),
  ];
}

/** Returns the path of a typed client, such as `hc('/api').cart` or `ordersApi.admin.orders[':id']`. */
function clientPath(unit: Unit, name: string, read: (file: string) => Unit | undefined): string | undefined {
  const code = unit.parts.find((part) => part.names.includes(name))?.code;
  if (code === undefined) {
    const bound = unit.imports.find(({ local }) => local === name);
    const files = bound ? [bound.target] : lateImports(unit.file, unit.text);
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

/** `.cart['add-all'].index` → /cart/add-all */
const segmentsOf = (chain: string) =>
  [...chain.matchAll(/[\w:-]+/g)].map(([one]) => (one === 'index' ? '' : `/${one}`)).join('');

/** True if the routes declare `page` at the path, which is a text or a constant of `app/urls.ts`. */
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
