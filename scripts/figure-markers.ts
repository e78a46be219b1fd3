import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from './figures.ts';
import { lineOf } from './source.ts';

/** A figure in a document that is not what the code says. */
export type WrongFigure = { document: string; line: number; what: string; fix: string };

const opening = /<!-- generated:/g;
const marker = /<!-- generated: ([\w-]+) -->([^<]*)<!-- \/generated -->/g;

/** Folders that an install, a build or a run makes: what stands there is not the repository's. */
export const madeFolders = /(^|[\\/])(node_modules|build|data|test-results|playwright-report)([\\/]|$)/;

/** The documents of the repository. */
export function listDocuments(root: string): string[] {
  return globSync('**/*.md', { cwd: root, exclude: (name) => madeFolders.test(String(name)) })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Writes every figure of a document anew; what stands between markers that nobody knows stays. */
export function withFigures(text: string, figures: Readonly<Record<string, string>>): string {
  return text.replaceAll(marker, (whole, name: string) => {
    const figure = figures[name];
    return figure === undefined ? whole : `<!-- generated: ${name} -->${figure}<!-- /generated -->`;
  });
}

/** The figures of a document that differ from `figures`, that nobody computes, or whose markers are broken. */
export function findWrongFigures(
  document: string,
  text: string,
  figures: Readonly<Record<string, string>>,
): WrongFigure[] {
  const markers = [...text.matchAll(marker)];
  const whole = new Set(markers.map(({ index }) => index));
  const wrong = markers.flatMap(({ index, 1: name = '', 2: written = '' }) => {
    const figure = figures[name];
    const at = { document, line: lineOf(text, index) };
    if (figure === undefined) {
      const fix = 'Name one of those in scripts/figures.ts, or add it there.';
      return [{ ...at, what: `No figure is called ${name}.`, fix }];
    }
    // Such a line would be HTML to the end, and its markdown be shown as it is written.
    if (/(^|\n) {0,3}$/.test(text.slice(0, index))) {
      return [{ ...at, what: `${name} stands at the beginning of a line.`, fix: 'Put a word before it.' }];
    }
    if (figure === written) return [];
    return [
      { ...at, what: `${name} is ${figure}, but ${written} is written.`, fix: 'Run `npm run docs:figures`.' },
    ];
  });
  const broken = [...text.matchAll(opening)].filter(({ index }) => !whole.has(index));
  return [
    ...wrong,
    ...broken.map(({ index }) => ({
      document,
      line: lineOf(text, index),
      what: 'A marker of a generated figure is not closed as it should be.',
      fix: 'Write <!-- generated: name -->figure<!-- /generated -->, on one line.',
    })),
  ].toSorted((a, b) => a.line - b.line);
}

/** The names of the figures that documents ask for: no others need computing. */
export function namesIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(marker)].flatMap(([, name]) => name ?? [])));
}

/** Computes those of `all` that are asked for, as they are written: `1,234`. */
export function computeFigures(
  root: string,
  all: Readonly<Record<string, Figure>>,
  names: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => names.has(name))
      .map(([name, figure]) => [name, figure(root).toLocaleString('en')]),
  );
}

/** The documents below `root` with their texts. */
export function readDocuments(root: string): { document: string; text: string }[] {
  return listDocuments(root).map((document) => ({
    document,
    text: readFileSync(path.join(root, document), 'utf8'),
  }));
}
