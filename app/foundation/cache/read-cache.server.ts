import type { Shop } from '../shop.server.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

/** Cache of database reads in this process, used by {@link cached}. */
export type ReadCache = {
  /** Adds a part of the cache for the values of one read function. */
  open<Found>(): TaggedCache<Found>;
  /**
   * Passes invalidations and the connection state on to another cache. Returns a function that returns true while the
   * change listener is connected.
   */
  subscribe(part: Subscriber): () => boolean;
  invalidate(tag: string): void;
  setConnected(isConnected: boolean): void;
};

type Subscriber = Pick<TaggedCache<unknown>, 'invalidate' | 'setConnected'>;

const maxBytesPerPart = 16 * 1024 * 1024;

export function createReadCache(): ReadCache {
  const parts: Subscriber[] = [];
  let isConnected = false;
  return {
    open<Found>() {
      const part = createTaggedCache<Found>(maxBytesPerPart);
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
 * Returns a function that caches the results of `read`, for data that is the same for all clients. A result is cached
 * until one of its {@link tag}s is invalidated. Concurrent calls with the same input share one read. In a transaction,
 * and in a shop without a cache, every call reads. Callers share the result, so no caller may change it.
 */
export function cached<Input, Found>(
  read: (shop: Shop, input: Input) => Promise<Found>,
): (shop: Shop, input: Input) => Promise<Found> {
  const parts = new WeakMap<
    ReadCache,
    { cache: TaggedCache<Found>; pendingReads: Map<string, Reading<Found>> }
  >();

  return async (shop, input) => {
    const { readCache } = shop;
    if (!readCache) return read(shop, input);
    const part = parts.get(readCache) ?? {
      cache: readCache.open<Found>(),
      pendingReads: new Map<string, Reading<Found>>(),
    };
    parts.set(readCache, part);
    const { cache, pendingReads } = part;
    const key = JSON.stringify(input) ?? '';
    const entry = cache.find(key);
    if (entry) {
      tag(...entry.tags);
      return entry.value;
    }
    const version = cache.currentVersion();
    const pending = pendingReads.get(key);
    // A read that started before the last invalidation may have missed the change, so later calls do not share that
    // read.
    const reading =
      pending?.version === version ? pending : { version, found: collectTags(() => read(shop, input)) };
    pendingReads.set(key, reading);
    try {
      const { result, tags } = await reading.found;
      if (reading !== pending)
        cache.store(key, result, { tags, version, bytes: JSON.stringify(result)?.length ?? 0 });
      tag(...tags);
      return result;
    } finally {
      if (pendingReads.get(key) === reading) pendingReads.delete(key);
    }
  };
}
