export type TaggedCache<Value> = {
  find(key: string): { value: Value; tags: readonly string[] } | undefined;
  /** A mark to be handed to {@link TaggedCache.keep}: what changes after it is in nothing that was begun before. */
  begin(): number;
  /** Keeps a value of so many bytes, unless something that it shows has changed since it was begun; true when it is kept. */
  keep(key: string, value: Value, made: { tags: Iterable<string>; begun: number; bytes: number }): boolean;
  /** Says that what is kept under the key has become larger, if it is still this value; false when it is not. */
  grow(key: string, value: Value, bytes: number): boolean;
  /** Drops everything that shows it. `everything` drops all, and so does `content`: the settings are on every page. */
  drop(tag: string): void;
  /** Says whether changes are being heard. While they are not, nothing is kept and nothing found. */
  trust(isHeard: boolean): void;
  /** How many are kept now, and of how many bytes. */
  readonly figures: { count: number; bytes: number };
};

type Entry<Value> = { value: Value; tags: readonly string[]; bytes: number; until: number };

/** An entry takes about this much beside its bytes. */
const overhead = 1000;
const longestKey = 512;
/** Nothing is kept for longer, in milliseconds: a page may show a day, or the year. */
const longest = 600_000;

/**
 * Keeps in memory what is the same for everybody until something that it shows changes: `mostBytes` of it, what was
 * asked for last. Each process has its own; all hear of the same changes.
 */
export function createTaggedCache<Value>(mostBytes: number): TaggedCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const keysOf = new Map<string, Set<string>>();
  const droppedAt = new Map<string, number>();
  let moment = 0;
  let clearedAt = 0;
  let isTrusted = false;
  const figures = { count: 0, bytes: 0 };

  function forget(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    figures.bytes -= entry.bytes;
    for (const tag of entry.tags) {
      const keys = keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(tag);
    }
    figures.count = entries.size;
  }

  function clear() {
    clearedAt = moment;
    entries.clear();
    keysOf.clear();
    droppedAt.clear();
    figures.bytes = 0;
    figures.count = 0;
  }

  function makeRoom() {
    for (const key of entries.keys()) {
      if (figures.bytes <= mostBytes) return;
      forget(key);
    }
  }

  return {
    figures,
    find(key) {
      const entry = isTrusted ? entries.get(key) : undefined;
      if (!entry || entry.until < performance.now()) return undefined;
      // The last one asked for stands at the end, and those at the front go first.
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    begin: () => moment,
    keep(key, value, { tags: shown, begun, bytes: size }) {
      if (!isTrusted || key.length > longestKey) return false;
      const tags = [...shown];
      const isStale = (changedAt = 0) => changedAt > begun;
      if (isStale(clearedAt) || tags.some((tag) => isStale(droppedAt.get(tag)))) return false;
      forget(key);
      const bytes = size + overhead + tags.length * 40;
      if (bytes > mostBytes / 8) return false;
      entries.set(key, { value, tags, bytes, until: performance.now() + longest });
      figures.bytes += bytes;
      figures.count = entries.size;
      for (const tag of tags) {
        const keys = keysOf.get(tag) ?? new Set<string>();
        keys.add(key);
        keysOf.set(tag, keys);
      }
      makeRoom();
      return true;
    },
    grow(key, value, bytes) {
      const entry = entries.get(key);
      if (entry?.value !== value) return false;
      entry.bytes += bytes;
      figures.bytes += bytes;
      makeRoom();
      return true;
    },
    drop(tag) {
      moment += 1;
      if (tag === 'everything' || tag === 'content' || droppedAt.size > 10_000) return clear();
      droppedAt.set(tag, moment);
      for (const key of [...(keysOf.get(tag) ?? [])]) forget(key);
    },
    trust(isHeard) {
      moment += 1;
      clear();
      isTrusted = isHeard;
    },
  };
}
