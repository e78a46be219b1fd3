import { minutes } from '../clock.ts';
import { globalTags } from './cache-tags.server.ts';

type Entry<Value> = { value: Value; tags: readonly string[]; bytes: number; expiresAt: number };

/** Approximate memory in bytes that an entry needs in addition to its value. */
const entryOverheadBytes = 1000;
const maxKeyLength = 512;
/** Maximum age of a value in milliseconds. Values expire because a page can show the current day or year. */
const maxAgeMs = minutes(10);

export type TaggedCache<Value> = ReturnType<typeof createTaggedCache<Value>>;

/** Creates an LRU cache in memory with at most `maxBytes`. Invalidating a tag removes the values with this tag. */
export function createTaggedCache<Value>(maxBytes: number) {
  const entries = new Map<string, Entry<Value>>();
  const keysByTag = new Map<string, Set<string>>();
  const invalidatedAt = new Map<string, number>();
  let changeCount = 0;
  let clearedAt = 0;
  let isConnected = false;
  /** The number of stored values, and their size in bytes, including an estimated overhead. */
  const stats = { count: 0, bytes: 0 };

  function remove(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    stats.bytes -= entry.bytes;
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
    stats.count = entries.size;
  }

  function clear() {
    clearedAt = changeCount;
    entries.clear();
    keysByTag.clear();
    invalidatedAt.clear();
    stats.bytes = 0;
    stats.count = 0;
  }

  function evict() {
    for (const key of entries.keys()) {
      if (stats.bytes <= maxBytes) return;
      remove(key);
    }
  }

  return {
    stats,
    find(key: string): Pick<Entry<Value>, 'value' | 'tags'> | undefined {
      const entry = isConnected ? entries.get(key) : undefined;
      if (!entry || entry.expiresAt < performance.now()) return undefined;
      // Move the entry to the end of the Map, which iterates in insertion order. Eviction starts at the front.
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    /** Returns the version of the cache. Call it before reading a value, and pass the version to `store`. */
    currentVersion: () => changeCount,
    /**
     * Stores a value with a size of `bytes`. Returns false if the cache is disconnected, if one of the value's tags was
     * invalidated since `version`, or if the key or the value is too large. If the value is too large, also removes the old value
     * of the key.
     */
    store(
      key: string,
      value: Value,
      details: { tags: Iterable<string>; version: number; bytes: number },
    ): boolean {
      if (!isConnected || key.length > maxKeyLength) return false;
      const tags = [...details.tags];
      const isStale = (changedAt = 0) => changedAt > details.version;
      if (isStale(clearedAt) || tags.some((tag) => isStale(invalidatedAt.get(tag)))) return false;
      remove(key);
      const bytes = details.bytes + entryOverheadBytes + tags.length * 40;
      if (bytes > maxBytes / 8) return false;
      entries.set(key, { value, tags, bytes, expiresAt: performance.now() + maxAgeMs });
      stats.bytes += bytes;
      stats.count = entries.size;
      for (const tag of tags) {
        const keys = keysByTag.get(tag) ?? new Set<string>();
        keys.add(key);
        keysByTag.set(tag, keys);
      }
      evict();
      return true;
    },
    /** Adds `bytes`, which may be negative, to the size of a stored value. Returns false if the key does not have this value. */
    addBytes(key: string, value: Value, bytes: number): boolean {
      const entry = entries.get(key);
      if (entry?.value !== value) return false;
      entry.bytes += bytes;
      stats.bytes += bytes;
      evict();
      return true;
    },
    /**
     * Removes the values with this tag. Removes all values if the tag is one of the {@link globalTags}, or if more than 10,000
     * other tags were invalidated since the cache was last cleared.
     */
    invalidate(tag: string) {
      changeCount += 1;
      if (globalTags.has(tag) || invalidatedAt.size > 10_000) return clear();
      invalidatedAt.set(tag, changeCount);
      for (const key of [...(keysByTag.get(tag) ?? [])]) remove(key);
    },
    /**
     * Sets the connection state and clears the cache. While the change listener is disconnected, the cache stores and finds no
     * value.
     */
    setConnected(connected: boolean): void {
      changeCount += 1;
      clear();
      isConnected = connected;
    },
  };
}
