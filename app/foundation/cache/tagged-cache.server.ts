import { globalTags } from './cache-tags.server.ts';

type Entry<Value> = { value: Value; tags: readonly string[]; bytes: number; expiresAt: number };

/** Approximate memory of an entry in addition to its value, in bytes. */
const entryOverheadBytes = 1000;
const maxKeyLength = 512;
/** Maximum age of a value in milliseconds. Values expire because a page can show the current day or year. */
const maxAgeMs = 600_000;

export type TaggedCache<Value> = ReturnType<typeof createTaggedCache<Value>>;

/** Creates an LRU cache of at most `maxBytes` in this process, whose values are invalidated by tags. */
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
      // A Map iterates in insertion order: move the entry to the end, because eviction starts at the front.
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    /** Returns the version of the cache. Read it before the value, and pass it to `store`. */
    currentVersion: () => changeCount,
    /**
     * Stores a value of `bytes` bytes. Returns false if the cache is disconnected, the key is too long, the value is too large
     * (which also removes the key's old value), or one of its tags was invalidated since `version`.
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
    /** Adds `bytes`, which may be negative, to the size of a stored value. Returns false if it is not stored. */
    addBytes(key: string, value: Value, bytes: number): boolean {
      const entry = entries.get(key);
      if (entry?.value !== value) return false;
      entry.bytes += bytes;
      stats.bytes += bytes;
      evict();
      return true;
    },
    /** Removes the values with this tag; all values for one of the {@link globalTags}, or after 10,000 invalidated tags. */
    invalidate(tag: string) {
      changeCount += 1;
      if (globalTags.has(tag) || invalidatedAt.size > 10_000) return clear();
      invalidatedAt.set(tag, changeCount);
      for (const key of [...(keysByTag.get(tag) ?? [])]) remove(key);
    },
    /** Clears the cache. While the change listener is disconnected, no value is stored or found. */
    setConnected(connected: boolean): void {
      changeCount += 1;
      clear();
      isConnected = connected;
    },
  };
}
