import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declarationsOf } from './declarations.ts';
import { type Hop, readFlow } from './flow-document.ts';
import { type BrokenLink, brokenLink, brokenStart, foundHop, type Read } from './hop-links.ts';
import { readSource, type Source } from './source.ts';

/** Where a flow document says what is not so, and how to mend it. */
export type BrokenHop = BrokenLink & { document: string; line: number };

/** Follows every hop of docs/flows/*.md below `root`; paths count from app/ or from the root. */
export function findBrokenHops(root: string): { flows: number; hops: number; broken: BrokenHop[] } {
  const documents = globSync('docs/flows/*.md', { cwd: root }).sort();
  const read = reader(root);
  let hops = 0;
  const broken = documents.flatMap((document) => {
    const flow = readFlow(readFileSync(path.join(root, document), 'utf8'));
    hops += flow.hops.length;
    const found = [
      ...flow.strays.map((line) => ({ line, ...stray })),
      ...lonely(flow.hops).map((line) => ({ line, ...tooShort })),
      ...flow.mentions.flatMap(({ line, file, name }) =>
        brokenName(root, file, name, read).map((one) => ({ line, ...one })),
      ),
      ...flow.hops.flatMap((hop) => brokenStep(root, hop, read).map((one) => ({ line: hop.line, ...one }))),
    ];
    return found.toSorted((a, b) => a.line - b.line).map((one) => ({ document, ...one }));
  });
  return { flows: documents.length, hops, broken };
}

const stray = {
  what: 'This item of a list is no hop.',
  fix: 'Begin it with `path function` in backticks, or write it as a sentence outside of the list.',
};
const tooShort = {
  what: 'A flow has at least two hops, and so has each of its lists.',
  fix: 'Write down every file on the way, to the last SQL statement.',
};

/** The lines of the lists that have one hop only; line 1 for a document without any. */
function lonely(hops: readonly Hop[]): number[] {
  if (hops.length === 0) return [1];
  const continued = new Set(hops.map(({ from }) => from));
  return hops.filter((hop) => hop.from === undefined && !continued.has(hop)).map(({ line }) => line);
}

/** Each file is parsed once. */
function reader(root: string): Read {
  const sources = new Map<string, Source | undefined>();
  return (file) => {
    if (!sources.has(file))
      sources.set(file, existsSync(path.join(root, file)) ? readSource(root, file) : undefined);
    return sources.get(file);
  };
}

/** The path from the root: documents leave app/ out. */
function placeOf(root: string, file: string): string | undefined {
  return [`app/${file}`, file].find((candidate) => existsSync(path.join(root, candidate)));
}

function brokenName(root: string, file: string, name: string | undefined, read: Read): BrokenLink[] {
  const place = placeOf(root, file);
  if (!place) {
    return [
      {
        what: `There is no file ${file}, neither in app/ nor at the top.`,
        fix: 'Name the file that has its code now.',
      },
    ];
  }
  if (name === undefined) return [];
  const source = /\.(tsx?|mjs)$/.test(place) ? read(place) : undefined;
  if (!source) return [];
  const { own, defaultName } = declarationsOf(source);
  if (own.has(name) || (name === 'default' && defaultName !== undefined)) return [];
  return [
    { what: `${place} does not declare ${name}.`, fix: 'Name what stands at the top of that file now.' },
  ];
}

function brokenStep(root: string, hop: Hop, read: Read): BrokenLink[] {
  const to = sourceOf(root, hop, read);
  if (!to) return [];
  const ownFault = brokenStart(foundHop(hop, to));
  const from = hop.from && sourceOf(root, hop.from, read);
  const fault = hop.from && from ? brokenLink(foundHop(hop.from, from), foundHop(hop, to), read) : undefined;
  return [ownFault, fault].filter((one) => one !== undefined);
}

function sourceOf(root: string, { file }: Hop, read: Read): Source | undefined {
  const place = placeOf(root, file);
  return place && /\.(tsx?|mjs)$/.test(place) ? read(place) : undefined;
}
