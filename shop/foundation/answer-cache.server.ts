import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** An answer that is the same for everybody, kept with everything that is sent of it. */
export type KeptAnswer = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  body: Buffer;
  gzip?: Buffer;
  brotli?: Buffer;
};

export type AnswerCache = {
  find(key: string): KeptAnswer | undefined;
  /** A mark to be handed to {@link AnswerCache.keep}: what changes after it is in no answer that was begun before. */
  begin(): number;
  /** Keeps an answer, unless something that it shows has changed since it was begun. */
  keep(key: string, answer: KeptAnswer, tags: Iterable<string>, begun: number): void;
  /** Drops every answer that shows it. `everything` drops all. */
  drop(tag: string): void;
  /** Says whether changes are being heard. While they are not, nothing is kept and nothing found. */
  trust(isHeard: boolean): void;
  readonly figures: { answers: number; bytes: number; hits: number; misses: number };
};

type Entry = { answer: KeptAnswer; tags: readonly string[]; bytes: number; until: number };

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this many bytes compressing makes nothing smaller. */
const tooSmall = 1024;
/** An answer takes about this much beside its bytes. */
const overhead = 1000;
const longestKey = 512;
/** Nothing is kept for longer, in milliseconds: a page may show a day, or the year. */
const longest = 600_000;

/**
 * Keeps whole answers in memory, `mostBytes` of them, those that were asked for last. Each process has its own; all
 * hear of the same changes.
 */
export function openAnswerCache(mostBytes = 64 * 1024 * 1024): AnswerCache {
  const entries = new Map<string, Entry>();
  const keysOf = new Map<string, Set<string>>();
  const droppedAt = new Map<string, number>();
  let moment = 0;
  let clearedAt = 0;
  let isTrusted = false;
  const figures = { answers: 0, bytes: 0, hits: 0, misses: 0 };

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
    figures.answers = entries.size;
  }

  function clear() {
    clearedAt = moment;
    entries.clear();
    keysOf.clear();
    droppedAt.clear();
    figures.bytes = 0;
    figures.answers = 0;
  }

  function makeRoom() {
    for (const key of entries.keys()) {
      if (figures.bytes <= mostBytes) return;
      forget(key);
    }
  }

  /** Nobody waits for it: until it is done the answer is sent as it is. */
  async function compress(key: string, entry: Entry) {
    const { body } = entry.answer;
    if (body.length < tooSmall) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const [zipped, brotli] = await Promise.all([compressGzip(body), compressBrotli(body, { params })]);
    if (entries.get(key) !== entry) return;
    entry.answer.gzip = zipped;
    entry.answer.brotli = brotli;
    entry.bytes += zipped.length + brotli.length;
    figures.bytes += zipped.length + brotli.length;
    makeRoom();
  }

  return {
    figures,
    find(key) {
      const entry = isTrusted ? entries.get(key) : undefined;
      if (!entry || entry.until < performance.now()) {
        figures.misses += 1;
        return undefined;
      }
      figures.hits += 1;
      // The last one asked for stands at the end, and those at the front go first.
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    begin: () => moment,
    keep(key, answer, shown, begun) {
      if (!isTrusted || key.length > longestKey) return;
      const tags = [...shown];
      const isStale = (at: number | undefined) => at !== undefined && at > begun;
      if (isStale(clearedAt) || tags.some((tag) => isStale(droppedAt.get(tag)))) return;
      forget(key);
      const bytes = answer.body.length + overhead + tags.length * 40;
      const entry: Entry = { answer, tags, bytes, until: performance.now() + longest };
      if (entry.bytes > mostBytes / 8) return;
      entries.set(key, entry);
      figures.bytes += entry.bytes;
      figures.answers = entries.size;
      for (const tag of tags) {
        const keys = keysOf.get(tag) ?? new Set<string>();
        keys.add(key);
        keysOf.set(tag, keys);
      }
      makeRoom();
      void compress(key, entry);
    },
    drop(tag) {
      moment += 1;
      if (tag === 'everything' || droppedAt.size > 10_000) return clear();
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
