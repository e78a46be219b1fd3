/**
 * Checks the documents. Every linked file, image and heading must exist. Every file or glob in backquotes must match a file.
 * Every camelCase or snake_case name in backquotes must occur in the code. Every image must be used. Links to other sites are not
 * requested.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders that an installation, a build or a run creates. */
const generated = /(^|\/)(node_modules|build|data|test-results|playwright-report)(\/|$)/;
const link =
  /(?:(!)\[[^\]]*)?\]\(\s*<?([^)\s>]+)|<(img|source|a|video)\b[^>]*?\s(?:src|href|srcset|poster)="([^"]+)"|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm;
const named = /`([\w@.+*{},-]+\/[\w@.+*{},/-]*\.(?:tsx?|mjs|js|css|json|sql|md))(?:[ #][\w$]+)?(?:\(\))?`/g;
/** Names in backquotes that PostgreSQL, AWS or Chromium define, or that only an example uses. */
const externalNames = new Set(
  'max_connections ListBucket GetObject PutObject DeleteObject imagesEnabled craftName fabricName voucherDays'.split(
    ' ',
  ),
);
/** Files that quote names that do not exist. */
const excluded = /^scripts\/(check-links|terms\.json)/;
const code = 'app,migrations,public,sandbox,scripts,seeds,tests,tools';
const sources = `{{${code}}/**/*.{ts,tsx,mjs,js,css,sql,json},*.{ts,json,yaml},.env.example}`;

const list = (root: string, pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => generated.test(name) })
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/** Checks the documents below `root`. Returns the number of links, and one message per fault. */
export function findDeadLinks(root: string): { links: number; dead: string[] } {
  const dead: string[] = [];
  const linked = new Set<string>();
  let links = 0;
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const files = list(root, sources).filter((file) => !excluded.test(file));
  const names = new Set(files.flatMap((file) => read(file).match(/\w+/g) ?? []));
  const fileNames = new Set(files.map((file) => path.posix.basename(file)));
  for (const document of list(root, '**/*.md')) {
    const text = read(document);
    const folder = path.posix.dirname(document);
    const add = (index: number, what: string) =>
      dead.push(`${document}:${text.slice(0, index).split('\n').length} ${what}`);
    for (const { 1: bang, 2: inline, 3: tag, 4: html, 5: reference, index } of withoutCode(text).matchAll(
      link,
    )) {
      const to = inline ?? html ?? reference ?? '';
      if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(to)) continue;
      links += 1;
      const [before = '', heading = ''] = decodeURIComponent(to.replace(/%(?![\da-f]{2})/gi, '%25')).split(
        '#',
      );
      const [written = ''] = before.split('?');
      const file = written.startsWith('/') ? written.slice(1) : path.posix.join(folder, written);
      const target = written === '' ? document : file;
      linked.add(target);
      const absolute = path.join(root, target);
      if (target.startsWith('..') || !existsSync(absolute)) add(index, `There is no ${target}.`);
      else if ((bang || (tag && tag !== 'a')) && !statSync(absolute).isFile())
        add(index, `${target} is not an image.`);
      else if (heading && target.endsWith('.md') && !headingsOf(read(target)).has(heading))
        add(index, `${target} has no heading #${heading}.`);
    }
    for (const { 1: span = '', index } of text.matchAll(/`([^`\n]+)`/g)) {
      for (const [name] of span.matchAll(/(?<![…\w])[a-zA-Z]\w*(?:[a-z][A-Z]|_[a-z])\w*(?!…)/g))
        if (!names.has(name) && !externalNames.has(name)) add(index, `The code does not contain ${name}.`);
      for (const [name] of span.matchAll(/(?<![\w/.*{},-])\w[\w.-]*\.(?:tsx?|mjs|sql)\b/g))
        if (!fileNames.has(name) && !excluded.test(`scripts/${name}`))
          add(index, `No file is called ${name}.`);
    }
    const folders = ['', 'app', 'sandbox', 'scripts', 'tests', 'tools', folder];
    for (const { 1: file = '', index } of text.matchAll(named)) {
      const pattern = `{${folders.map((one) => path.posix.join(one, file)).join(',')}}`;
      const exists = /[*{]/.test(file)
        ? list(root, pattern).length > 0
        : folders.some((one) => existsSync(path.join(root, one, file)));
      if (!generated.test(file) && !exists) add(index, `No file matches ${file}.`);
    }
  }
  const images = list(root, 'docs/images/**/*.{png,jpg,jpeg,webp,avif,gif,svg,mp4,webm}');
  const unused = images
    .filter((file) => !linked.has(file))
    .map((file) => `${file}:1 No document uses this image.`);
  return { links, dead: [...dead, ...unused] };
}

/** Replaces fenced blocks and code in backquotes with spaces, so that offsets stay the same. */
const withoutCode = (text: string) =>
  text
    .replace(/^\s*(```+|~~~+)[\s\S]*?^\s*\1/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/(`+)(?!`).*?\1/g, (code) => ' '.repeat(code.length));

/**
 * Returns the anchors of the headings. `The day’s orders` becomes the-days-orders, and its second occurrence the-days-orders-1.
 */
export function headingsOf(text: string): Set<string> {
  const found = new Set<string>();
  const plain = text.replace(/^\s*(```+|~~~+)[\s\S]*?^\s*\1/gm, '');
  for (const [, title = ''] of plain.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm)) {
    const slug = title
      .replace(/<!--.*?-->/g, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; found.has(anchor); count++) anchor = `${slug}-${count}`;
    found.add(anchor);
  }
  return found;
}

if (import.meta.main) {
  const { links, dead } = findDeadLinks(path.dirname(import.meta.dirname));
  for (const one of dead) process.stderr.write(`${one}\n`);
  process.stdout.write(`${links} links and images in the documents. Faults: ${dead.length}.\n`);
  process.exitCode = dead.length === 0 && links > 0 ? 0 : 1;
}
