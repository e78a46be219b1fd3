import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openKept } from './kept-until-changed.server.ts';

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
  /** What is kept now, how often something was found, and how often an answer had to be made before it was kept. */
  readonly figures: { answers: number; bytes: number; hits: number; misses: number };
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this many bytes compressing makes nothing smaller. */
export const tooSmall = 1024;

/** Keeps whole answers in memory, `mostBytes` of them, those that were asked for last. */
export function openAnswerCache(mostBytes = 64 * 1024 * 1024): AnswerCache {
  const kept = openKept<KeptAnswer>(mostBytes);
  const squeezed = new WeakSet<KeptAnswer>();
  let hits = 0;
  let misses = 0;

  /** Nobody waits for it: until it is done the answer is sent as it is. */
  async function compress(key: string, answer: KeptAnswer) {
    const { body } = answer;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const [zipped, brotli] = await Promise.all([
      answer.gzip ?? compressGzip(body),
      compressBrotli(body, { params }),
    ]);
    const more = brotli.length + (answer.gzip ? 0 : zipped.length);
    if (!kept.grow(key, answer, more)) return;
    answer.gzip = zipped;
    answer.brotli = brotli;
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
      if (!squeezed.has(answer) && answer.body.length >= tooSmall) {
        squeezed.add(answer);
        void compress(key, answer);
      }
      return answer;
    },
    begin: kept.begin,
    keep(key, answer, tags, begun) {
      misses += 1;
      kept.keep(key, answer, { tags, begun, bytes: answer.body.length + (answer.gzip?.length ?? 0) });
    },
    drop: kept.drop,
    trust: kept.trust,
  };
}
