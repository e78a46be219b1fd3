import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A link that leads nowhere, or a picture that nobody shows. */
export type DeadLink = { document: string; line: number; what: string; fix: string };

/** Folders that an install, a build or a run makes. */
const madeFolders = /(^|[\\/])(node_modules|build|data|test-results|playwright-report)([\\/]|$)/;

const listDocuments = (root: string) =>
  globSync('**/*.md', { cwd: root, exclude: (name) => madeFolders.test(String(name)) }).sort();

type Link = { line: number; to: string; isPicture: boolean };

const inMarkdown = /(!?)\[(?:[^\]\\]|\\.|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\s*\)/g;
const definition = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/;
const inHtml = /<(img|source|a|video)\b[^>]*?\s(?:src|href|srcset|poster)="([^"]+)"/g;
const elsewhere = /^([a-z][a-z0-9+.-]*:|\/\/)/i;
const image = /\.(png|jpe?g|webp|avif|gif|svg|mp4|webm)$/i;

/**
 * Every dead link and missing picture in the documents below `root`, the files that they name and that are not there, and the
 * pictures that no document shows. Addresses elsewhere are not asked for.
 */
export function findDeadLinks(root: string): { documents: number; links: number; dead: DeadLink[] } {
  const documents = listDocuments(root);
  const texts = new Map(
    documents.map((document) => [document, readFileSync(path.join(root, document), 'utf8')]),
  );
  const shown = new Set<string>();
  let links = 0;
  const dead = [...texts].flatMap(([document, text]) =>
    linksIn(text).flatMap(({ line, to, isPicture: isImage }) => {
      if (elsewhere.test(to)) return [];
      links += 1;
      const { file, heading } = placeOf(document, to);
      shown.add(file);
      const fault = faultOf(root, texts, { file, heading, isPicture: isImage });
      return fault ? [{ document, line, ...fault }] : [];
    }),
  );
  const unnamed = [...texts].flatMap(([document, text]) => findGoneFiles(root, document, text));
  return { documents: documents.length, links, dead: [...dead, ...unnamed, ...listUnshown(root, shown)] };
}

/** The links and pictures of a document; what stands in code is none. */
export function linksIn(text: string): Link[] {
  const found: Link[] = [];
  let fence: string | undefined;
  for (const [index, written] of text.split('\n').entries()) {
    const [, mark] = /^\s*(```+|~~~+)/.exec(written) ?? [];
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (mark || fence !== undefined) continue;
    const plain = written.replaceAll(/(`+)(?!`).*?\1/g, (code) => ' '.repeat(code.length));
    const line = index + 1;
    for (const [, bang, to = ''] of plain.matchAll(inMarkdown))
      found.push({ line, to, isPicture: bang === '!' });
    for (const [, tag, to = ''] of plain.matchAll(inHtml)) found.push({ line, to, isPicture: tag !== 'a' });
    const [, defined] = definition.exec(plain) ?? [];
    if (defined !== undefined) found.push({ line, to: defined, isPicture: false });
  }
  return found;
}

type Place = { file: string; heading: string };

/** Where a link leads: a path from the root, and a heading in it. */
function placeOf(document: string, to: string): Place {
  const [before = '', heading = ''] = decoded(to).split('#');
  const [written = ''] = before.split('?');
  if (written === '') return { file: document, heading };
  const folder = written.startsWith('/') ? '' : path.posix.dirname(document);
  return { file: path.posix.join(folder, written).replace(/^\//, ''), heading };
}

function decoded(to: string): string {
  return /%(?![0-9a-f]{2})/i.test(to) ? to : decodeURIComponent(to);
}

function faultOf(
  root: string,
  texts: ReadonlyMap<string, string>,
  { file, heading, isPicture: isImage }: Place & { isPicture: boolean },
): { what: string; fix: string } | undefined {
  const there = path.join(root, file);
  if (file.startsWith('..') || !existsSync(there)) {
    return isImage
      ? {
          what: `The picture ${file} is not there.`,
          fix: 'Add the file, or name the one that took its place.',
        }
      : { what: `The link leads to ${file}, which is not there.`, fix: 'Link to where it stands now.' };
  }
  if (isImage && !statSync(there).isFile())
    return { what: `${file} is no picture.`, fix: 'Name the picture’s file.' };
  if (heading === '' || !file.endsWith('.md')) return undefined;
  const headings = headingsOf(texts.get(file) ?? readFileSync(there, 'utf8'));
  if (headings.has(heading)) return undefined;
  return {
    what: `${file} has no heading #${heading}.`,
    fix: `Its headings are ${[...headings].map((one) => `#${one}`).join(', ')}.`,
  };
}

/** The anchors that a document's headings get: `The day’s orders` is #the-days-orders, and a second one #the-days-orders-1. */
export function headingsOf(text: string): Set<string> {
  const found = new Set<string>();
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const [, title] = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (title === undefined || isCode) continue;
    const plain = title.replaceAll(/<!--.*?-->/g, '').replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let again = 1; found.has(anchor); again++) anchor = `${slug}-${again}`;
    found.add(anchor);
  }
  return found;
}

const codeFile =
  /`([\w@.+-][\w@./+-]*\/[\w@.+-]+\.(?:tsx?|mjs|js|css|json|sql|md))(?:[ #][\w$]+)?(?:\(\))?`/g;

/** Files of ours that a document names in backticks, with a folder, and that are not there. */
function findGoneFiles(root: string, document: string, text: string): DeadLink[] {
  const folders = ['', 'app', 'scripts', 'tests', 'tools', path.posix.dirname(document)];
  return text.split('\n').flatMap((written, index) =>
    [...written.matchAll(codeFile)].flatMap(([, file = '']) => {
      if (madeFolders.test(file) || folders.some((folder) => existsSync(path.join(root, folder, file))))
        return [];
      const what = `There is no file ${file}, neither at the top nor in app/, scripts/, tests/ or tools/.`;
      return [{ document, line: index + 1, what, fix: 'Name the file that took its place.' }];
    }),
  );
}

/** Pictures of the documents that none of them shows any more. */
function listUnshown(root: string, shown: ReadonlySet<string>): DeadLink[] {
  return globSync('docs/pictures/**/*', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => image.test(file) && !shown.has(file))
    .sort()
    .map((document) => ({
      document,
      line: 1,
      what: 'No document shows this picture.',
      fix: 'Show it in one, or remove the file.',
    }));
}
