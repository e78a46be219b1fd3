/**
 * node rename.mjs plan.txt [--dry]      run in a checkout's root
 * plan: lines "path: old>new old>new" (exported or top-level names of that file), '#' comments.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import fs from 'node:fs';
import { execSync } from 'node:child_process';
const require = createRequire(process.cwd() + '/package.json');
const ts = createRequire('/root/lab/tool/package.json')('typescript');
const root = process.cwd();
const dry = process.argv.includes('--dry');
const planFile = process.argv[2];
const config = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, root);
const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
const checker = program.getTypeChecker();
const map = new Map(); // symbol -> new
const problems = [];
const wordMap = new Map();
const inFile = new Map(); // old -> Set(new) for prose
for (const raw of fs.readFileSync(planFile, 'utf8').split('\n')) {
  const line = raw.trim();
  if (!line || line.startsWith('#')) continue;
  const at = line.indexOf(':');
  const file = line.slice(0, at);
  const sf = program.getSourceFile(path.join(root, file));
  if (!sf) { problems.push(`no file ${file}`); continue; }
  const mod = checker.getSymbolAtLocation(sf);
  const exported = new Map((mod ? checker.getExportsOfModule(mod) : []).map((s) => [s.escapedName, s]));
  for (const pair of line.slice(at + 1).trim().split(/\s+/)) {
    if (!pair) continue;
    const [old, now] = pair.split('>');
    if (!now || old === now) continue;
    let symbol = exported.get(old) ?? sf.locals?.get(old);
    if (!symbol) { problems.push(`no ${old} in ${file}`); continue; }
    if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    map.set(symbol, now);
    const local = sf.locals?.get(old);
    if (local && local !== symbol) map.set(local, now);
    inFile.set(`${file.replace(/^app\//, '')} ${old}`, now);
    if (!wordMap.has(old)) wordMap.set(old, new Set());
    wordMap.get(old).add(now);
  }
}
const names = new Set([...map.keys()].map((s) => s.escapedName));
const nameOfDefault = (s) => s.escapedName === 'default' ? s.declarations?.[0]?.name?.text : s.escapedName;
const byDeclaration = new Map();
for (const symbol of map.keys()) for (const d of symbol.declarations ?? []) byDeclaration.set(d, symbol);
function resolve(symbol) {
  if (!symbol) return undefined;
  const declared = (symbol.declarations ?? []).map((d) => byDeclaration.get(d)).find(Boolean);
  if (declared) return declared;
  if (map.has(symbol)) return symbol;
  if (symbol.exportSymbol && map.has(symbol.exportSymbol)) return symbol.exportSymbol;
  const ex = checker.getExportSymbolOfSymbol(symbol);
  if (map.has(ex)) return ex;
  if (symbol.flags & ts.SymbolFlags.Alias) {
    const aliased = checker.getAliasedSymbol(symbol);
    if (map.has(aliased)) return aliased;
  }
  return undefined;
}
const typeOfPattern = (pattern) => {
  const p = pattern.parent;
  return checker.getTypeAtLocation(ts.isVariableDeclaration(p) && p.initializer ? p.initializer : p);
};
// `const { old } = await import(…)`: the local name follows.
const bound = new Set();
for (const sf of program.getSourceFiles()) {
  if (sf.fileName.includes('/node_modules/') || sf.fileName.includes('.react-router')) continue;
  const visit = (node) => {
    if (ts.isBindingElement(node) && !node.propertyName && ts.isIdentifier(node.name) && names.has(node.name.escapedText) && ts.isObjectBindingPattern(node.parent)) {
      const prop = resolve(checker.getPropertyOfType(typeOfPattern(node.parent), node.name.text));
      const own = checker.getSymbolAtLocation(node.name);
      if (prop && own) { map.set(own, map.get(prop)); bound.add(own); }
    }
    ts.forEachChild(node, visit);
  };
  visit(sf);
}
const edits = new Map();
let count = 0;
function add(sf, start, end, text) {
  if (!edits.has(sf)) edits.set(sf, []);
  edits.get(sf).push([start, end, text]);
  count++;
}
for (const sf of program.getSourceFiles()) {
  if (sf.fileName.includes('/node_modules/') || sf.fileName.includes('.react-router')) continue;
  const visit = (node) => {
    if (ts.isIdentifier(node) && names.has(node.escapedText)) {
      const p = node.parent;
      const start = node.getStart(sf), end = node.end;
      if (ts.isShorthandPropertyAssignment(p) && p.name === node) {
        const value = resolve(checker.getShorthandAssignmentValueSymbol(p));
        if (value) add(sf, start, end, `${node.text}: ${map.get(value)}`), conflict(sf, node, map.get(value), value);
      } else if (ts.isBindingElement(p) && p.name === node && !p.propertyName && ts.isObjectBindingPattern(p.parent)) {
        const own = resolve(checker.getSymbolAtLocation(node));
        if (own) add(sf, start, end, bound.has(own) ? map.get(own) : `${node.text}: ${map.get(own)}`);
      } else {
        const symbol = resolve(checker.getSymbolAtLocation(node));
        if (symbol) {
          add(sf, start, end, map.get(symbol));
          if (!ts.isPropertyAccessExpression(p) || p.expression === node) conflict(sf, node, map.get(symbol), symbol);
        }
      }
    }
    ts.forEachChild(node, visit);
    if (node.jsDoc) for (const d of node.jsDoc) ts.forEachChild(d, visit);
  };
  visit(sf);
}
function conflict(sf, node, now, symbol) {
  const there = checker.resolveName(now, node, ts.SymbolFlags.Value | ts.SymbolFlags.Type, true);
  if (there && !resolve(there) ) {
    const { line } = sf.getLineAndCharacterOfPosition(node.getStart(sf));
    problems.push(`conflict ${path.relative(root, sf.fileName)}:${line + 1} ${node.text} -> ${now}`);
  }
}
// Names in comments and documents, where a name is no word of English.
const prose = new Map();
for (const [old, set] of wordMap) if (set.size === 1 && /[a-z][A-Z]/.test(old)) prose.set(old, [...set][0]);
const proseEdits = new Map();
const pattern = prose.size ? new RegExp(`(?<![\\w$.-])(${[...prose.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\w$-])`, 'g') : undefined;
// In the texts of the hand-written mutants every name stands as code.
const anyName = new Map([...wordMap].flatMap(([old, set]) => (set.size === 1 ? [[old, [...set][0]]] : [])));
const asCode = new RegExp(`(?<![\\w$.-])(${[...anyName.keys()].sort((a, b) => b.length - a.length).join('|')})(?=[.(,)} ])`, 'g');
let inProse = 0;
for (const [sf] of program.getSourceFiles().map((f) => [f])) {
  if (sf.fileName.includes('/node_modules/') || sf.fileName.includes('.react-router') || !pattern) continue;
  const text = sf.text;
  const inTools = /^(scripts|tools|tests)\//.test(path.relative(root, sf.fileName));
  const seen = new Set();
  const scan = (pos, ranges) => {
    for (const r of ranges ?? []) {
      if (seen.has(r.pos)) continue;
      seen.add(r.pos);
      const body = text.slice(r.pos, r.end);
      const code = r.code && /[(${.]/.test(body);
      for (const m of body.matchAll(code ? asCode : pattern)) {
        const start = r.pos + m.index;
        if ((edits.get(sf) ?? []).some(([s]) => s === start)) continue;
        add(sf, start, start + m[0].length, anyName.get(m[1]));
        inProse++;
      }
    }
  };
  const visit = (node) => {
    scan(node.pos, ts.getLeadingCommentRanges(text, node.getFullStart()));
    scan(node.end, ts.getTrailingCommentRanges(text, node.end));
    if (inTools && (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)))
      scan(node.getStart(sf), [{ pos: node.getStart(sf), end: node.end, code: /sql-mutants-/.test(sf.fileName) && ts.isPropertyAssignment(node.parent) && /^(original|replacement)$/.test(node.parent.name.text) }]);
    ts.forEachChild(node, visit);
  };
  visit(sf);
  scan(0, ts.getLeadingCommentRanges(text, sf.endOfFileToken.getFullStart()));
}
for (const [sf, list] of edits) {
  let text = sf.text;
  list.sort((a, b) => b[0] - a[0]);
  let last = Infinity;
  for (const [start, end, now] of list) {
    if (start >= last) continue; // the same place twice
    text = text.slice(0, start) + now + text.slice(end);
    last = start;
  }
  if (!dry) fs.writeFileSync(sf.fileName, text);
}
let docs = 0;
if (pattern)
  for (const file of execSync('git ls-files "*.md" "tests/frozen/../*.none"', { encoding: 'utf8' }).split('\n').filter(Boolean)) {
    const text = fs.readFileSync(file, 'utf8');
    const next = text.replace(/`([\w/.-]+\.tsx?) (\w+)`/g, (all, file, old) => { const now = inFile.get(`${file} ${old}`); if (now) docs++; return now ? `\`${file} ${now}\`` : all; })
      .replace(/(through the (?:table|method)\s+`)(\w+)`/g, (all, before, old) => (anyName.has(old) ? `${before}${anyName.get(old)}\`` : all))
      .replace(pattern, (all, old) => { docs++; return prose.get(old); });
    if (next !== text && !dry) fs.writeFileSync(file, next);
  }
console.log(`${map.size} names, ${count} places in ${edits.size} files (${inProse} in comments), ${docs} in documents`);
for (const p of [...new Set(problems)]) console.log(p);
