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
  const entries = createEntries<Value>(maxBytes);
  const invalidatedAt = new Map<string, number>();
  let changeCount = 0;
  let clearedAt = 0;
  let isConnected = false;

  function clear() {
    clearedAt = changeCount;
    invalidatedAt.clear();
    entries.clear();
  }

  return {
    stats: entries.stats,
    find: (key: string) => (isConnected ? entries.find(key) : undefined),
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
      entries.remove(key);
      const bytes = details.bytes + entryOverheadBytes + tags.length * 40;
      if (bytes > maxBytes / 8) return false;
      entries.add(key, { value, tags, bytes, expiresAt: performance.now() + maxAgeMs });
      return true;
    },
    addBytes: entries.addBytes,
    /**
     * Removes the values with this tag. Removes all values if the tag is one of the {@link globalTags}, or if more than 10,000
     * other tags were invalidated since the cache was last cleared.
     */
    invalidate(tag: string) {
      changeCount += 1;
      if (globalTags.has(tag) || invalidatedAt.size > 10_000) return clear();
      invalidatedAt.set(tag, changeCount);
      entries.removeTag(tag);
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

/**
 * Creates the entries of a cache, with an index by tag. If they exceed `maxBytes`, the least recently used entries are removed.
 */
function createEntries<Value>(maxBytes: number) {
  /** The least recently used entry is the first, because a Map iterates in insertion order. */
  const entries = new Map<string, Entry<Value>>();
  const index = createTagIndex();
  /** The number of stored values, and their size in bytes, including an estimated overhead. */
  const stats = { count: 0, bytes: 0 };

  function remove(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    index.remove(key, entry.tags);
    stats.bytes -= entry.bytes;
    stats.count = entries.size;
  }

  function changeBytes(bytes: number) {
    stats.bytes += bytes;
    for (const key of entries.keys()) {
      if (stats.bytes <= maxBytes) return;
      remove(key);
    }
  }

  return {
    stats,
    find(key: string): Pick<Entry<Value>, 'value' | 'tags'> | undefined {
      const entry = entries.get(key);
      if (!entry || entry.expiresAt < performance.now()) return undefined;
      // Move the entry to the end of the Map.
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    add(key: string, entry: Entry<Value>) {
      entries.set(key, entry);
      index.add(key, entry.tags);
      stats.count = entries.size;
      changeBytes(entry.bytes);
    },
    /** Adds `bytes`, which may be negative, to the size of a stored value. Returns false if the key does not have this value. */
    addBytes(key: string, value: Value, bytes: number): boolean {
      const entry = entries.get(key);
      if (entry?.value !== value) return false;
      entry.bytes += bytes;
      changeBytes(bytes);
      return true;
    },
    remove,
    removeTag: (tag: string) => index.keysOf(tag).forEach(remove),
    clear() {
      entries.clear();
      index.clear();
      stats.bytes = 0;
      stats.count = 0;
    },
  };
}

function createTagIndex() {
  const keysByTag = new Map<string, Set<string>>();
  return {
    add(key: string, tags: readonly string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag) ?? new Set<string>();
        keys.add(key);
        keysByTag.set(tag, keys);
      }
    },
    remove(key: string, tags: readonly string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) keysByTag.delete(tag);
      }
    },
    keysOf: (tag: string) => [...(keysByTag.get(tag) ?? [])],
    clear: () => keysByTag.clear(),
  };
}
