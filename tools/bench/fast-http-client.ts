import { connect, type Socket } from 'node:net';

export type RawResponse = { status: number; bytes: number; body: Buffer };

export type FastClient = {
  /**
   * Requests `path` on the connection with the number `lane`. Rejects if the connection closes before the response is complete.
   */
  get(lane: number, path: string): Promise<RawResponse>;
  close(): void;
};

/**
 * Opens keep-alive connections. Does less work per response than an ordinary client. For a cached response, an ordinary client
 * would need more time than the shop.
 */
export async function openFastClient(
  url: string,
  connections: number,
  headers: Record<string, string> = {},
): Promise<FastClient> {
  const { hostname, port, host } = new URL(url);
  const tail = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const lanes = await Promise.all(
    Array.from({ length: connections }, () => openConnection(hostname, Number(port))),
  );
  return {
    get(lane, path) {
      const connection = lanes[lane];
      if (!connection) throw new Error(`There is no lane ${lane}.`);
      return connection.send(`GET ${path} HTTP/1.1\r\n${tail}\r\n`);
    },
    close: () => {
      for (const connection of lanes) connection.close();
    },
  };
}

type Connection = { send(request: string): Promise<RawResponse>; close(): void };

async function openConnection(hostname: string, port: number): Promise<Connection> {
  const parts: Buffer[] = [];
  let size = 0;
  let pending: { resolve(response: RawResponse): void; reject(error: Error): void } | undefined;
  const socket: Socket = await new Promise((resolve, reject) => {
    const opened = connect({ host: hostname, port, noDelay: true }, () => resolve(opened));
    opened.once('error', reject);
  });
  const end = (error: Error) => {
    pending?.reject(error);
    pending = undefined;
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('The connection closed.')));
  let expectedSize: number | undefined;
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    // Concatenate only when the response may be complete, because each concatenation copies all bytes.
    if (expectedSize !== undefined && size < expectedSize) return;
    const bytes = parts.length === 1 ? part : Buffer.concat(parts);
    parts.splice(0, parts.length, bytes);
    const response = parseResponse(bytes);
    if (typeof response === 'number') {
      expectedSize = response;
      return;
    }
    parts.length = 0;
    size = 0;
    expectedSize = undefined;
    const request = pending;
    pending = undefined;
    request?.resolve(response);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Parses a response. If the response is incomplete, returns the minimum number of bytes for the next try. */
function parseResponse(bytes: Buffer): RawResponse | number {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return bytes.length + 1;
  const head = bytes.subarray(0, headEnd).toString('latin1').toLowerCase();
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  const from = headEnd + 4;
  if (length !== undefined) {
    const end = from + Number(length);
    return bytes.length >= end ? { status, bytes: bytes.length, body: bytes.subarray(from, end) } : end;
  }
  const isComplete = bytes.subarray(-5).equals(Buffer.from('0\r\n\r\n'));
  return isComplete ? { status, bytes: bytes.length, body: bytes.subarray(from) } : bytes.length + 1;
}
