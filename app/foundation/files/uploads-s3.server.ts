import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { BucketAccount } from '../config/uploads-config.server.ts';
import { Problem } from '../http/problem.ts';
import { createSemaphore } from '../jobs/semaphore.server.ts';

/** An object of the bucket: its entity tag in plain characters, and when it was written, in milliseconds. */
export type BucketObject = { version: string; at: number };

export type Bucket = {
  head(key: string): Promise<BucketObject | undefined>;
  /** Hands the object to `take`, part by part; false when there is none by that key. */
  get(key: string, write: (part: Uint8Array) => Promise<void>): Promise<boolean>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** No matter if there is none by that key. */
  remove(key: string): Promise<void>;
  /** Every key that begins with `prefix`, at most 100,000 of them. */
  list(prefix: string): Promise<{ key: string; at: number }[]>;
};

/** How long the storage may keep silent, in milliseconds, before it is given up. */
const defaultTimeoutMs = 8000;
/** After it has been silent, or broken, nobody waits for it for so long. */
const restMs = 3000;
const againAfterMs = 100;
const maxPages = 100;

export const FilesUnavailable = () =>
  new Problem(
    'files-away',
    503,
    'Pictures and films cannot be reached just now. Please try again in a moment.',
    [],
    5,
  );

type Input = {
  method: string;
  key: string;
  query?: Record<string, string>;
  bytes?: Uint8Array;
  type?: string;
};

/**
 * Speaks to a bucket with signed requests (AWS signature 4, path-style addresses). Throws `files-away` (503), with the
 * reason as its cause, when the storage is silent for eight seconds, broken, or refuses our key; for three seconds
 * after that nobody waits for it. `timeoutMs` is for tests.
 */
export function openBucket(account: BucketAccount, timeoutMs = defaultTimeoutMs): Bucket {
  const { endpoint, bucket, region, keyId, secret } = account;
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region });
  const inTurn = createSemaphore(24, 200);
  let awayUntil = 0;

  function away(cause: unknown): Problem {
    return Object.assign(FilesUnavailable(), { cause });
  }

  /** Asks, and lets `read` have the answer before the place is given to the next. */
  async function ask<T>(
    input: Input,
    read: (response: Response, alive: () => void) => Promise<T>,
  ): Promise<T> {
    const { method, key, query = {}, bytes, type } = input;
    if (performance.now() < awayUntil) throw away(new Error('It did not answer a moment ago.'));
    const giveUp = new AbortController();
    // A film on its way there takes its time: a second more for each megabyte.
    const requestTimeoutMs = timeoutMs + (bytes?.length ?? 0) / 1000;
    let timer = setTimeout(() => giveUp.abort(), requestTimeoutMs);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp.abort(), timeoutMs);
    };
    try {
      return await inTurn(async () => {
        giveUp.signal.throwIfAborted();
        const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        const body = bytes === undefined ? null : new Uint8Array(bytes);
        const headers: Record<string, string> = {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        };
        if (type !== undefined) headers['content-type'] = type;
        const knock = async () => {
          const signed = await signer.sign(url, { method, headers, body });
          return fetch(signed, { signal: giveUp.signal, redirect: 'error' });
        };
        // A storage may break now and then; only what is broken twice is away.
        let response = await knock().catch(() => undefined);
        if (response === undefined || response.status >= 500) {
          await response?.body?.cancel();
          await pause(againAfterMs, undefined, { signal: giveUp.signal });
          response = await knock();
        }
        if (response.status >= 300 && response.status !== 404) throw await errorOf(response);
        return await read(response, alive);
      });
    } catch (error) {
      if (isOurs(error)) throw error;
      awayUntil = performance.now() + restMs;
      throw away(giveUp.signal.aborted ? new Error('It was silent for too long.', { cause: error }) : error);
    } finally {
      clearTimeout(timer);
    }
  }

  const emptied = async (response: Response) => {
    await response.body?.cancel();
  };

  return {
    head: (key) =>
      ask({ method: 'HEAD', key }, async (response) => {
        await emptied(response);
        return response.status === 404 ? undefined : objectOf(response);
      }),
    get: (key, write) =>
      ask({ method: 'GET', key }, async (response, alive) => {
        if (response.status === 404) {
          await emptied(response);
          return false;
        }
        for await (const part of response.body ?? []) {
          alive();
          await ours(write(part));
        }
        return true;
      }),
    put: (key, bytes, type) =>
      ask({ method: 'PUT', key, bytes, type }, async (response) => {
        await emptied(response);
        if (response.status === 404) throw new Error('There is no such bucket.');
      }),
    remove: (key) => ask({ method: 'DELETE', key }, emptied),
    list: async (prefix) => {
      const found: { key: string; at: number }[] = [];
      let from: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const more: Record<string, string> = from === undefined ? {} : { 'continuation-token': from };
        const query = { 'list-type': '2', prefix, ...more };
        const xml = await ask({ method: 'GET', key: '', query }, (response) => {
          if (response.status === 404) throw new Error('There is no such bucket.');
          return response.text();
        });
        found.push(...readList(xml));
        from = /<IsTruncated>true</.test(xml) ? textOf(xml, 'NextContinuationToken') : undefined;
        if (from === undefined) break;
      }
      return found;
    },
  };
}

/** What goes wrong on this machine, such as a full disk, says nothing about the storage. */
class Ours extends Error {}

async function ours(work: Promise<void>): Promise<void> {
  await work.catch((cause: unknown) => {
    throw new Ours('A file could not be written on this machine.', { cause });
  });
}

const isOurs = (error: unknown) =>
  error instanceof Ours || (error instanceof Error && error.name === 'QueueIsFull');

/** A refusal's body says why: `<Code>SignatureDoesNotMatch</Code>`. */
async function errorOf(response: Response): Promise<Error> {
  const text = (await response.text()).slice(0, 4000);
  return new Error(`The storage answered ${response.status} ${textOf(text, 'Code') ?? ''}`.trim());
}

function objectOf({ headers }: Response): BucketObject {
  const at = Date.parse(headers.get('last-modified') ?? '') || 0;
  const tag = (headers.get('etag') ?? '').replace(/\W/g, '').slice(0, 32);
  return { version: tag || at.toString(36), at };
}

function readList(xml: string): { key: string; at: number }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, one = '']) => {
    const key = textOf(one, 'Key');
    return key === undefined ? [] : [{ key, at: Date.parse(textOf(one, 'LastModified') ?? '') || 0 }];
  });
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function textOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (all, entity: string) => entities[entity] ?? all);
}
