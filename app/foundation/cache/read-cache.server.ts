import type { Shop } from '../shop.server.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

type Subscriber = Pick<TaggedCache<unknown>, 'invalidate' | 'setConnected'>;

const maxBytesPerCache = 16 * 1024 * 1024;

export type ReadCache = ReturnType<typeof createReadCache>;

/** Creates this process's cache of database reads. {@link cached} uses it. */
export function createReadCache() {
  const subscribers: Subscriber[] = [];
  let isConnected = false;
  return {
    /**
     * Creates the cache of one read function. The cache receives all later invalidations, and the connection state of the change
     * listener.
     */
    open<Found>(): TaggedCache<Found> {
      const cache = createTaggedCache<Found>(maxBytesPerCache);
      cache.setConnected(isConnected);
      subscribers.push(cache);
      return cache;
    },
    /**
     * Adds a subscriber that receives invalidations and the connection state of the change listener. Returns a function that
     * returns true while the change listener is connected.
     */
    subscribe(subscriber: Subscriber) {
      subscribers.push(subscriber);
      return () => isConnected;
    },
    invalidate: (tag: string) => {
      for (const subscriber of subscribers) subscriber.invalidate(tag);
    },
    setConnected: (connected: boolean) => {
      isConnected = connected;
      for (const subscriber of subscribers) subscriber.setConnected(connected);
    },
  };
}

type Reading<Found> = { version: number; found: Promise<{ result: Found; tags: Set<string> }> };

/**
 * Caches the results of `read` for at most ten minutes, or until a {@link tag} of the result is invalidated. All callers get the
 * same object and must not change it. Concurrent calls with the same input share one read, unless a tag was invalidated after
 * this read began. Does not cache inside a transaction, because a `tx` has no read cache.
 */
export function cached<Input, Found>(
  read: (shop: Shop, input: Input) => Promise<Found>,
): (shop: Shop, input: Input) => Promise<Found> {
  const stateByCache = new WeakMap<
    ReadCache,
    { cache: TaggedCache<Found>; pendingReads: Map<string, Reading<Found>> }
  >();

  return async (shop, input) => {
    const { readCache } = shop;
    if (!readCache) return read(shop, input);
    const state = stateByCache.get(readCache) ?? {
      cache: readCache.open<Found>(),
      pendingReads: new Map<string, Reading<Found>>(),
    };
    stateByCache.set(readCache, state);
    const { cache, pendingReads } = state;
    const key = JSON.stringify(input) ?? '';
    const entry = cache.find(key);
    if (entry) {
      tag(...entry.tags);
      return entry.value;
    }
    const version = cache.currentVersion();
    const pending = pendingReads.get(key);
    // A read that started before the last invalidation may have missed the change. Later calls must not share it.
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
