import type { Shop } from '../shop.server.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

/** What this process remembers of the database: everything that {@link cached} reads through it. */
export type ReadCache = {
  /** A part of it, for what is of one kind. */
  open<Found>(): TaggedCache<Found>;
  /** Lets something that is kept elsewhere hear the same; answers how to ask whether changes are being heard. */
  join(part: Hearing): () => boolean;
  drop(tag: string): void;
  trust(isHeard: boolean): void;
};

type Hearing = Pick<TaggedCache<unknown>, 'drop' | 'trust'>;

const bytesOfEachKind = 16 * 1024 * 1024;

export function createReadCache(): ReadCache {
  const parts: Hearing[] = [];
  let isTrusted = false;
  return {
    open<Found>() {
      const part = createTaggedCache<Found>(bytesOfEachKind);
      part.trust(isTrusted);
      parts.push(part);
      return part;
    },
    join(part) {
      parts.push(part);
      return () => isTrusted;
    },
    drop: (tag) => {
      for (const part of parts) part.drop(tag);
    },
    trust: (isHeard) => {
      isTrusted = isHeard;
      for (const part of parts) part.trust(isHeard);
    },
  };
}

type Reading<Found> = { begun: number; found: Promise<{ answer: Found; tags: Set<string> }> };

/**
 * The same reading, done once until something that it {@link tag} changes: for what is the same for everybody and is
 * read for many screens. Whoever asks for the same at once waits for one reading. Inside a transaction, and in a shop
 * without a memory, everything is read. What it answers is shared: nobody may change it.
 */
export function cached<Asked, Found>(
  read: (shop: Shop, asked: Asked) => Promise<Found>,
): (shop: Shop, asked: Asked) => Promise<Found> {
  const parts = new WeakMap<ReadCache, { kept: TaggedCache<Found>; underWay: Map<string, Reading<Found>> }>();

  return async (shop, asked) => {
    const { memory } = shop;
    if (!memory) return read(shop, asked);
    const part = parts.get(memory) ?? { kept: memory.open<Found>(), underWay: new Map() };
    parts.set(memory, part);
    const { kept, underWay } = part;
    const key = JSON.stringify(asked) ?? '';
    const known = kept.find(key);
    if (known) {
      tag(...known.tags);
      return known.value;
    }
    const begun = kept.begin();
    const other = underWay.get(key);
    // One that was begun before the last change may not have seen it.
    const reading = other?.begun === begun ? other : { begun, found: collectTags(() => read(shop, asked)) };
    underWay.set(key, reading);
    try {
      const { answer, tags } = await reading.found;
      if (reading !== other)
        kept.keep(key, answer, { tags, begun, bytes: JSON.stringify(answer)?.length ?? 0 });
      tag(...tags);
      return answer;
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key);
    }
  };
}
