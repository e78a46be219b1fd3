import { phoneticKey, searchTokens, tokensOf } from './tokens.ts';

/** What a piece can be asked for by, in falling weight: its name; craft, fabric, colour and kind; place; the rest. */
type SearchFields = Record<'A' | 'B' | 'C' | 'D', string>;

type Weight = keyof SearchFields;

/** A sound stands beside the words in one index; the mark keeps the two apart. */
const soundMark = '~';

/** PostgreSQL keeps at most this position for a word. */
const lastPosition = 16_383;

/** A sound weighs one step less than its word, so that the right spelling always comes first. */
const weightOfSound: Record<Weight, Weight> = { A: 'B', B: 'C', C: 'D', D: 'D' };

/** The words of a piece, folded, in the text form of a PostgreSQL `tsvector`: `'banarasi':1A '~bnrs':1A`. */
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

/** The distinct words of a piece, for the list in which misspelt words look for their like. */
export function searchTokensOf(fields: SearchFields): string[] {
  return [...new Set(Object.values(fields).flatMap(tokensOf))].filter((word) => word.length > 2);
}

/** Each asked word begins a word of the piece, or sounds like one. The text form of a PostgreSQL `tsquery`. */
export function searchQueryOf(text: string): string | undefined {
  const parts = searchTokens(text).map(({ word, sound }) => partOf(word, sound));
  return parts.length > 0 ? parts.join(' & ') : undefined;
}

export function partOf(word: string, sound: string): string {
  const begins = `'${word}':*`;
  return sound.length > 1 ? `(${begins} | '${soundMark}${sound}':*)` : begins;
}
