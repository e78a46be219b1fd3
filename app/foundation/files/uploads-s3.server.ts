import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { BucketAccount } from '../config/accounts.server.ts';
import { problem } from '../http/problem.ts';
import { createSemaphore } from '../jobs/semaphore.server.ts';

/**
 * An object in the bucket. `at` is the time of its last change in milliseconds. `version` is the ETag, or `at` if there is no
 * ETag.
 */
export type BucketObject = { version: string; at: number };

export type Bucket = ReturnType<typeof openBucket>;

/** Time in milliseconds without data from the storage, after which a request fails. */
const defaultTimeoutMs = 8000;
/** Time in milliseconds after a failure, during which all requests fail at once. */
const failFastMs = 3000;
const retryDelayMs = 100;
const maxPages = 100;

export const FilesUnavailable = problem(
  'files-away',
  503,
  'Pictures and videos cannot be reached just now. Please try again in a moment.',
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
 * Creates the client of a bucket. The errors below are thrown by its methods. Tests pass a shorter `timeoutMs`.
 * @throws FilesUnavailable (503) with its cause if the storage times out, fails or rejects our key
 * @throws QueueIsFull if 200 requests wait
 * @throws LocalFailure from `get` if `write` rejects
 */
export function openBucket(account: BucketAccount, timeoutMs = defaultTimeoutMs) {
  const send = createSender(account, timeoutMs);

  const discardBody = async (response: Response) => {
    await response.body?.cancel();
  };

  return {
    head: (key: string): Promise<BucketObject | undefined> =>
      send({ method: 'HEAD', key }, async (response) => {
        await discardBody(response);
        return response.status === 404 ? undefined : objectOf(response);
      }),
    /** Calls `write` with each part of the object. Returns false if the key does not exist. */
    get: (key: string, write: (part: Uint8Array) => Promise<void>): Promise<boolean> =>
      send({ method: 'GET', key }, async (response, extendTimeout) => {
        if (response.status === 404) {
          await discardBody(response);
          return false;
        }
        for await (const part of response.body ?? []) {
          extendTimeout();
          await localWrite(write(part));
        }
        return true;
      }),
    put: (key: string, bytes: Uint8Array, type: string): Promise<void> =>
      send({ method: 'PUT', key, bytes, type }, async (response) => {
        await discardBody(response);
        if (response.status === 404) throw new Error('There is no such bucket.');
      }),
    /** Deletes an object. Also succeeds if the key does not exist. */
    remove: (key: string): Promise<void> => send({ method: 'DELETE', key }, discardBody),
    /** Lists up to 100,000 keys that begin with `prefix`. */
    list: async (prefix: string) => {
      const objects: { key: string; at: number }[] = [];
      let token: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const next: Record<string, string> = token === undefined ? {} : { 'continuation-token': token };
        const query = { 'list-type': '2', prefix, ...next };
        const xml = await send({ method: 'GET', key: '', query }, (response) => {
          if (response.status === 404) throw new Error('There is no such bucket.');
          return response.text();
        });
        objects.push(...readList(xml));
        token = /<IsTruncated>true</.test(xml) ? textOf(xml, 'NextContinuationToken') : undefined;
        if (token === undefined) break;
      }
      return objects;
    },
  };
}

/** Sends a request and reads the response with `read`. The request keeps its slot until the response is read. */
type Send = <T>(
  input: Input,
  read: (response: Response, extendTimeout: () => void) => Promise<T>,
) => Promise<T>;

/**
 * Creates a function that sends signed requests (AWS signature 4, path-style URLs), at most 24 at a time. After a failure, all
 * requests fail at once for three seconds, so that requests to a failed storage do not accumulate.
 */
function createSender(account: BucketAccount, timeoutMs: number): Send {
  const { region, keyId, secret } = account;
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region });
  const semaphore = createSemaphore(24, 200);
  const unavailable = (cause: unknown) => Object.assign(FilesUnavailable(), { cause });
  let failFastUntil = 0;

  return async (input, read) => {
    if (performance.now() < failFastUntil)
      throw unavailable(new Error('Requests fail fast after a failure.'));
    const abort = new AbortController();
    // Add one second to the timeout for each megabyte, because large uploads take longer.
    const requestTimeoutMs = timeoutMs + (input.bytes?.length ?? 0) / 1000;
    let timer = setTimeout(() => abort.abort(), requestTimeoutMs);
    const extendTimeout = () => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), timeoutMs);
    };
    try {
      return await semaphore(async () => {
        abort.signal.throwIfAborted();
        const { url, init } = requestOf(account, input);
        const response = await fetchWithRetry(async () => {
          const signed = await signer.sign(url, init);
          return fetch(signed, { signal: abort.signal, redirect: 'error' });
        }, abort.signal);
        if (response.status >= 300 && response.status !== 404) throw await errorOf(response);
        return await read(response, extendTimeout);
      });
    } catch (error) {
      if (isLocalFailure(error)) throw error;
      failFastUntil = performance.now() + failFastMs;
      throw unavailable(abort.signal.aborted ? new Error('The storage timed out.', { cause: error }) : error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Creates a request with the hash of its body, which the signature needs. */
function requestOf({ endpoint, bucket }: BucketAccount, { method, key, query = {}, bytes, type }: Input) {
  const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const body = bytes === undefined ? null : new Uint8Array(bytes);
  const headers: Record<string, string> = {
    'x-amz-content-sha256': createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  };
  if (type !== undefined) headers['content-type'] = type;
  return { url, init: { method, headers, body } };
}

/** Sends a request. Retries once after a network error or a status of at least 500, because storages fail occasionally. */
async function fetchWithRetry(fetchOnce: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  const response = await fetchOnce().catch(() => undefined);
  if (response !== undefined && response.status < 500) return response;
  await response?.body?.cancel();
  await pause(retryDelayMs, undefined, { signal });
  return fetchOnce();
}

/** Thrown for a failure on this machine, such as a full disk. It does not mean that the storage has failed. */
class LocalFailure extends Error {}

async function localWrite(work: Promise<void>): Promise<void> {
  await work.catch((cause: unknown) => {
    throw new LocalFailure('A file could not be written on this machine.', { cause });
  });
}

const isLocalFailure = (error: unknown) =>
  error instanceof LocalFailure || (error instanceof Error && error.name === 'QueueIsFull');

/**
 * Creates an Error with the status of a response and the error code in its body, such as `<Code>SignatureDoesNotMatch</Code>`.
 */
async function errorOf(response: Response): Promise<Error> {
  const text = (await response.text()).slice(0, 4000);
  return new Error(`The storage responded with ${response.status} ${textOf(text, 'Code') ?? ''}`.trim());
}

function objectOf({ headers }: Response): BucketObject {
  const at = Date.parse(headers.get('last-modified') ?? '') || 0;
  const tag = (headers.get('etag') ?? '').replace(/\W/g, '').slice(0, 32);
  return { version: tag || at.toString(36), at };
}

function readList(xml: string): { key: string; at: number }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const key = textOf(entry, 'Key');
    return key === undefined ? [] : [{ key, at: Date.parse(textOf(entry, 'LastModified') ?? '') || 0 }];
  });
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function textOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (all, entity: string) => entities[entity] ?? all);
}
