import { parseNumber } from '../../layout/numbers.ts';

type Leaf = string | number | boolean | null | readonly unknown[];

type FlatName<T> = {
  [Name in keyof T & string]: T[Name] extends Leaf ? Name : `${Name}.${keyof T[Name] & string}`;
}[keyof T & string];

/** An object whose nested values have dotted names: `{ cod: { from: 1 } }` → `{ 'cod.from': 1 }`. API problems use these names. */
export type Flat<T> = {
  [Name in FlatName<T>]: Name extends keyof T
    ? T[Name]
    : Name extends `${infer Outer extends keyof T & string}.${infer Inner}`
      ? T[Outer][Inner & keyof T[Outer]]
      : never;
};

/** Replaces each nested object with its values, under dotted names. */
export function flatten<T extends object>(value: T): Flat<T>;
export function flatten(value: object): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([outer, nested]) =>
      typeof nested === 'object' && nested !== null && !Array.isArray(nested)
        ? Object.entries(nested).map(([inner, leaf]) => [`${outer}.${inner}`, leaf])
        : [[outer, nested]],
    ),
  );
}

export function unflatten<T extends object>(flat: Flat<T>): T;
export function unflatten(flat: object): object {
  const value: Record<string, Record<string, unknown>> = {};
  for (const [name, leaf] of Object.entries(flat)) {
    const [outer = '', inner] = name.split('.');
    if (inner === undefined) value[outer] = leaf;
    else value[outer] = { ...value[outer], [inner]: leaf };
  }
  return value;
}

/** Parses an amount or a number. Returns NaN for an invalid text, which the API rejects with a message. */
export function numberOf(input: string): number {
  return parseNumber(input) ?? Number.NaN;
}

/** Parses an amount like {@link numberOf}. Returns null for a blank text, and -1 for an invalid text, which the API rejects. */
export function numberOrNone(input: string): number | null {
  if (input.trim() === '') return null;
  const number = numberOf(input);
  return Number.isNaN(number) ? -1 : number;
}

/** Joins paragraphs with blank lines, and consecutive list items with line breaks. */
export function textOf(paragraphs: readonly string[]): string {
  return paragraphs.reduce((text, paragraph, index) => {
    if (index === 0) return paragraph;
    const inList = isItem(paragraph) && isItem(paragraphs[index - 1] ?? '');
    return `${text}${inList ? '\n' : '\n\n'}${paragraph}`;
  }, '');
}

/**
 * Reverses {@link textOf}: splits a text at blank lines and before list items, which begin with a dash. Joins the lines of each
 * paragraph.
 */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((block) => block.trim().split(/\n(?=\s*- )/))
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .filter(Boolean);
}

const isItem = (paragraph: string) => paragraph.startsWith('- ');
