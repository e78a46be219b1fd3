import { inArray, lte, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import type { TextileAttributes } from './contract.ts';
import { descriptionOf } from './rules.ts';
import { searchVectorOf, searchWordsOf } from './search/search-text.server.ts';
import { searchWords } from './tables.server.ts';

/** What a piece can be found by. */
export type FoundBy = {
  id: string;
  name: string;
  category: string;
  type: string | null;
  pattern: string | null;
  colour: string | null;
  colourFamily: string | null;
  crafts: readonly string[];
  fabrics: readonly string[];
  attributes: TextileAttributes;
};

function searchFieldsOf(piece: FoundBy) {
  const kinds = [
    piece.category,
    piece.type,
    piece.pattern,
    piece.colour,
    piece.colourFamily,
    ...piece.crafts,
    ...piece.fabrics,
  ];
  return {
    A: `${piece.name} ${piece.id}`,
    B: kinds.filter(Boolean).join(' '),
    C: [piece.attributes.place, piece.attributes.region].filter(Boolean).join(' '),
    D: descriptionOf(piece.attributes),
  };
}

/** What stands in `products.search` of a piece. */
export function searchOf(piece: FoundBy) {
  return sql`${searchVectorOf(searchFieldsOf(piece))}::tsvector`;
}

const countOf = (pieces: readonly FoundBy[]) => {
  const counts = new Map<string, number>();
  for (const word of pieces.map(searchFieldsOf).flatMap(searchWordsOf))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Counts the words of new pieces into the list in which misspelt words look for their like. */
export async function learnWords({ db }: Shop, pieces: readonly FoundBy[]): Promise<void> {
  await count(db, countOf(pieces));
}

/** Keeps that list in step with a piece that has changed; words that no piece has any more leave it. */
export async function relearnWords({ db }: Shop, before: FoundBy, after: FoundBy): Promise<void> {
  const [old, fresh] = [countOf([before]), countOf([after])];
  const added = [...fresh.keys()].filter((word) => !old.has(word));
  const gone = [...old.keys()].filter((word) => !fresh.has(word));
  await count(db, new Map(added.map((word) => [word, 1])));
  if (gone.length === 0) return;
  // In one order, so that two who change pieces with the same words never wait for each other in a ring.
  await db
    .select()
    .from(searchWords)
    .where(inArray(searchWords.word, gone))
    .orderBy(searchWords.word)
    .for('update');
  await db
    .update(searchWords)
    .set({ pieces: sql`${searchWords.pieces} - 1` })
    .where(inArray(searchWords.word, gone));
  await db.delete(searchWords).where(lte(searchWords.pieces, 0));
}

async function count(db: Shop['db'], counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].map(([word, pieces]) => ({ word, pieces }));
  await db
    .insert(searchWords)
    .values(rows.toSorted((a, b) => (a.word < b.word ? -1 : 1)))
    .onConflictDoUpdate({
      target: searchWords.word,
      set: { pieces: sql`${searchWords.pieces} + excluded.pieces` },
    });
}
