/**
 * A local stand-in for S3 with the operations that the shop needs. Checks every signature and lists objects in pages of two. A
 * test can make it slow, broken, silent or closed.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { BucketAccount } from '../../app/foundation/config/accounts.server.ts';
import { listenLocally } from '../fixtures/listen.ts';
import { rejectionOf } from './s3-signature.ts';

type Stored = { bytes: Buffer; type: string; at: Date };
/** The kind of response. `truncated` sends half of the object and closes the connection. */
type ResponseMode = 'normal' | 'slow' | 'broken' | 'silent' | 'truncated';

const pageSize = 2;
const slowMs = 400;

export async function openStorage() {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  const rejected: string[] = [];
  const state: { mode: ResponseMode; brokenOnce: boolean } = { mode: 'normal', brokenOnce: false };
  const key = { keyId: 'AKIASTANDIN', secret: 'a secret of the stand-in', region: 'ap-south-1' };

  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    requests.push(`${method} ${url}`);
    const code = rejectionOf({ method, url, headers, body }, key);
    if (code !== undefined) {
      rejected.push(code);
      return reject(response, 403, code);
    }
    const { pathname, searchParams } = new URL(url, 'http://storage');
    const [, bucket, ...parts] = pathname.split('/');
    if (bucket !== 'shop') return reject(response, 404, 'NoSuchBucket');
    if (state.mode === 'silent') return;
    if (state.mode === 'slow') await pause(slowMs);
    if (state.mode === 'broken' || state.brokenOnce) {
      state.brokenOnce = false;
      return reject(response, 503, 'SlowDown');
    }
    const name = parts.join('/');
    if (name === '') return list(response, searchParams);
    if (method === 'PUT') {
      objects.set(name, { bytes: body, type: headers['content-type'] ?? '', at: new Date() });
      return response.end();
    }
    if (method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    const found = objects.get(name);
    if (!found) return reject(response, 404, 'NoSuchKey');
    const { bytes, type, at } = found;
    response.writeHead(200, {
      'content-length': bytes.length,
      'content-type': type,
      'last-modified': at.toUTCString(),
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    });
    if (method === 'HEAD') return response.end();
    if (state.mode === 'truncated')
      return response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return response.end(bytes);
  }

  function list(response: ServerResponse, requested: URLSearchParams) {
    const prefix = requested.get('prefix') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
    const from = Number(requested.get('continuation-token')?.replace('page/+=', '') ?? 0);
    const rows = names.slice(from, from + pageSize).map((name) => {
      const at = objects.get(name)?.at.toISOString();
      return `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
    });
    const more = from + pageSize < names.length;
    const next = more ? `<NextContinuationToken>page/+=${from + pageSize}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    return response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${rows.join('')}${next}</ListBucketResult>`,
    );
  }

  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const account: BucketAccount = { endpoint, bucket: 'shop', ...key };
  return {
    account,
    objects,
    requests,
    /** The error codes of rejected requests. */
    rejected,
    setMode: (mode: ResponseMode) => {
      state.mode = mode;
    },
    breakOnce: () => {
      state.brokenOnce = true;
    },
    close: async () => {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

function reject(response: ServerResponse, status: number, code: string) {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
