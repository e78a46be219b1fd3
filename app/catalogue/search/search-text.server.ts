import { phoneticKey, searchTokens, tokensOf } from './tokens.ts';

/**
 * Texts by which the search finds a product. The weights are A for the name and the number; B for craft, fabric, colour, pattern
 * and kind; C for the place; D for the description.
 */
type SearchFields = Record<'A' | 'B' | 'C' | 'D', string>;

type Weight = keyof SearchFields;

/** Prefix that distinguishes phonetic keys from words in the search index, which contains both. */
const soundMark = '~';

/** The largest position that a `tsvector` can store. */
const lastPosition = 16_383;

/**
 * Weight of a phonetic key, by the weight of its word. It is one weight lower if there is a lower one, so that the exact spelling
 * ranks first.
 */
const weightOfSound: Record<Weight, Weight> = { A: 'B', B: 'C', C: 'D', D: 'D' };

/** Returns the words of a product and their phonetic keys as the text of a `tsvector`: `'banarasi':1A '~bnrs':1B`. */
export function searchVectorOf(fields: SearchFields): string {
  const weights: Weight[] = ['A', 'B', 'C', 'D'];
  let position = 0;
  const entries = weights.flatMap((weight) =>
    tokensOf(fields[weight]).flatMap((word) => {
      position = Math.min(position + 1, lastPosition);
      return [
        `'${word}':${position}${weight}`,
        `'${soundMark}${phoneticKey(word)}':${position}${weightOfSound[weight]}`,
      ];
    }),
  );
  return entries.join(' ');
}

/** Returns the distinct words of a product for the search dictionary. The search compares misspelt words with this dictionary. */
export function searchTokensOf(fields: SearchFields): string[] {
  return [...new Set(Object.values(fields).flatMap(tokensOf))].filter((word) => word.length > 2);
}

/**
 * Returns the text of a `tsquery`. It matches a product if each word of `text` is the beginning of a word of the product, or
 * sounds like one. Returns undefined if `text` contains no words.
 */
export function searchQueryOf(text: string): string | undefined {
  const parts = searchTokens(text).map(({ word, sound }) => partOf(word, sound));
  return parts.length > 0 ? parts.join(' & ') : undefined;
}

/** Returns the part of a `tsquery` for one word and its phonetic key. */
export function partOf(word: string, sound: string): string {
  const prefix = `'${word}':*`;
  return sound.length > 1 ? `(${prefix} | '${soundMark}${sound}':*)` : prefix;
}
