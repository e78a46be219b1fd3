/**
 * An S3-compatible storage on this machine, as far as the shop needs one: it checks every signature, lists in pages of two, and
 * can be slow, broken, silent or away.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { BucketAccount } from '../../app/foundation/config/accounts.server.ts';
import { rejectionOf } from './s3-signature.ts';

type Stored = { bytes: Buffer; type: string; at: Date };
/** What it does instead of answering well. `breaksOff` sends half of what it should. */
export type ResponseMode = 'well' | 'slow' | 'broken' | 'silent' | 'breaksOff';

const pageSize = 2;
const slowMs = 400;

export async function openStorage() {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  const refused: string[] = [];
  const state: { mode: ResponseMode; brokenOnce: boolean } = { mode: 'well', brokenOnce: false };
  const key = { keyId: 'AKIASTANDIN', secret: 'a secret of the stand-in', region: 'ap-south-1' };

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    requests.push(`${method} ${url}`);
    const code = rejectionOf({ method, url, headers, body }, key);
    if (code !== undefined) {
      refused.push(code);
      return refuse(response, 403, code);
    }
    const { pathname, searchParams } = new URL(url, 'http://storage');
    const [, bucket, ...parts] = pathname.split('/');
    if (bucket !== 'shop') return refuse(response, 404, 'NoSuchBucket');
    if (state.mode === 'silent') return;
    if (state.mode === 'slow') await pause(slowMs);
    if (state.mode === 'broken' || state.brokenOnce) {
      state.brokenOnce = false;
      return refuse(response, 503, 'SlowDown');
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
    if (!found) return refuse(response, 404, 'NoSuchKey');
    const { bytes, type, at } = found;
    response.writeHead(200, {
      'content-length': bytes.length,
      'content-type': type,
      'last-modified': at.toUTCString(),
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    });
    if (method === 'HEAD') return response.end();
    if (state.mode === 'breaksOff')
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

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The storage has no port.');
  const account: BucketAccount = { endpoint: `http://127.0.0.1:${address.port}`, bucket: 'shop', ...key };
  return {
    account,
    objects,
    requests,
    /** The codes of what it has refused. */
    refused,
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

function refuse(response: ServerResponse, status: number, code: string) {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
