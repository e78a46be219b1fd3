import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { openKept } from './kept-until-changed.server.ts';

/** An answer that is the same for everybody, kept with everything that is sent of it. */
export type KeptAnswer = {
  headers: readonly (readonly [name: string, value: string])[];
  etag: string;
  /** As it is, while there is no smaller form: seven of eight bytes would be kept for the few who cannot unpack. */
  body?: Buffer | undefined;
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
  /** What is kept now, how often something was found, and how often an answer had to be made before it was kept. */
  readonly figures: { answers: number; bytes: number; hits: number; misses: number };
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this many bytes compressing makes nothing smaller. */
export const tooSmall = 1024;

/** The answer's bytes as they are. */
export function plainBody({ body, gzip: zipped }: KeptAnswer): Buffer {
  return body ?? (zipped ? gunzipSync(zipped) : Buffer.alloc(0));
}

/** Keeps whole answers in memory, `mostBytes` of them, those that were asked for last. */
export function openAnswerCache(mostBytes = 32 * 1024 * 1024): AnswerCache {
  const kept = openKept<KeptAnswer>(mostBytes);
  const squeezed = new WeakSet<KeptAnswer>();
  let hits = 0;
  let misses = 0;

  /** Nobody waits for it: until it is done the answer is sent as it is. */
  async function compress(key: string, answer: KeptAnswer, body: Buffer) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const [zipped, brotli] = await Promise.all([
      answer.gzip ?? compressGzip(body),
      compressBrotli(body, { params }),
    ]);
    const before = sizeOf(answer);
    const smaller = { gzip: zipped, brotli, body: undefined };
    if (kept.grow(key, answer, sizeOf({ ...answer, ...smaller }) - before)) Object.assign(answer, smaller);
  }

  return {
    get figures() {
      return { answers: kept.figures.count, bytes: kept.figures.bytes, hits, misses };
    },
    find(key) {
      const answer = kept.find(key)?.value;
      if (!answer) return undefined;
      hits += 1;
      // What is asked for a second time will be asked for again; most addresses never are.
      if (!squeezed.has(answer)) {
        squeezed.add(answer);
        const body = plainBody(answer);
        if (body.length >= tooSmall) void compress(key, answer, body);
      }
      return answer;
    },
    begin: kept.begin,
    keep(key, answer, tags, begun) {
      misses += 1;
      const small = answer.gzip ? { ...answer, body: undefined } : answer;
      kept.keep(key, small, { tags, begun, bytes: sizeOf(small) });
    },
    drop: kept.drop,
    trust: kept.trust,
  };
}

function sizeOf({ body, gzip: zipped, brotli }: KeptAnswer): number {
  return [body, zipped, brotli].reduce((sum, form) => sum + (form?.length ?? 0), 0);
}
