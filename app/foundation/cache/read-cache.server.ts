import type { Shop } from '../shop.server.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

/** What this process has read of the database, for {@link cached}. */
export type ReadCache = {
  /** A part of the cache, for values of one kind. */
  open<Found>(): TaggedCache<Found>;
  /** Tells another cache of the same changes; returns whether the change listener is connected. */
  subscribe(part: Subscriber): () => boolean;
  invalidate(tag: string): void;
  setConnected(isConnected: boolean): void;
};

type Subscriber = Pick<TaggedCache<unknown>, 'invalidate' | 'setConnected'>;

const bytesOfEachKind = 16 * 1024 * 1024;

export function createReadCache(): ReadCache {
  const parts: Subscriber[] = [];
  let isConnected = false;
  return {
    open<Found>() {
      const part = createTaggedCache<Found>(bytesOfEachKind);
      part.setConnected(isConnected);
      parts.push(part);
      return part;
    },
    subscribe(part) {
      parts.push(part);
      return () => isConnected;
    },
    invalidate: (tag) => {
      for (const part of parts) part.invalidate(tag);
    },
    setConnected: (connected) => {
      isConnected = connected;
      for (const part of parts) part.setConnected(connected);
    },
  };
}

type Reading<Found> = { version: number; found: Promise<{ result: Found; tags: Set<string> }> };

/**
 * Caches what `read` returns until one of its {@link tag}s is invalidated: for what is the same for all clients and is read for many
 * screens. Concurrent calls with the same input share one read. Inside a transaction, and in a shop without a cache, everything is read.
 * The value is shared between callers, so they must not change it.
 */
export function cached<Input, Found>(
  read: (shop: Shop, input: Input) => Promise<Found>,
): (shop: Shop, input: Input) => Promise<Found> {
  const parts = new WeakMap<
    ReadCache,
    { cache: TaggedCache<Found>; underWay: Map<string, Reading<Found>> }
  >();

  return async (shop, input) => {
    const { readCache } = shop;
    if (!readCache) return read(shop, input);
    const part = parts.get(readCache) ?? {
      cache: readCache.open<Found>(),
      underWay: new Map<string, Reading<Found>>(),
    };
    parts.set(readCache, part);
    const { cache, underWay } = part;
    const key = JSON.stringify(input) ?? '';
    const known = cache.find(key);
    if (known) {
      tag(...known.tags);
      return known.value;
    }
    const version = cache.currentVersion();
    const other = underWay.get(key);
    // A read that began before the last change may not have seen it.
    const reading =
      other?.version === version ? other : { version, found: collectTags(() => read(shop, input)) };
    underWay.set(key, reading);
    try {
      const { result, tags } = await reading.found;
      if (reading !== other)
        cache.store(key, result, { tags, version, bytes: JSON.stringify(result)?.length ?? 0 });
      tag(...tags);
      return result;
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key);
    }
  };
}
