import { connect, type Socket } from 'node:net';

export type RawResponse = { status: number; bytes: number; body: Buffer };

export type FastClient = {
  /** Asks lane's own line for `path`; rejects when the line breaks before the whole answer has come. */
  get(lane: number, path: string): Promise<RawResponse>;
  close(): void;
};

/**
 * Reads pages over one open line for each lane, with as little work of its own as can be: a browser's client would take
 * more time for an answer than a shop that keeps it ready, and the figure would be the client's.
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
  const lines = await Promise.all(
    Array.from({ length: connections }, () => openLine(hostname, Number(port))),
  );
  return {
    get(lane, path) {
      const line = lines[lane];
      if (!line) throw new Error(`there is no lane ${lane}`);
      return line.send(`GET ${path} HTTP/1.1\r\n${tail}\r\n`);
    },
    close: () => {
      for (const line of lines) line.close();
    },
  };
}

type Connection = { send(request: string): Promise<RawResponse>; close(): void };

async function openLine(hostname: string, port: number): Promise<Connection> {
  const parts: Buffer[] = [];
  let size = 0;
  let waiting: { resolve(got: RawResponse): void; reject(error: Error): void } | undefined;
  const socket: Socket = await new Promise((resolve, reject) => {
    const made = connect({ host: hostname, port, noDelay: true }, () => resolve(made));
    made.once('error', reject);
  });
  const end = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('the line broke')));
  let wanted: number | undefined;
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    // Put together only when it may be whole, or a long answer would be copied for each of its parts.
    if (wanted !== undefined && size < wanted) return;
    const bytes = parts.length === 1 ? part : Buffer.concat(parts);
    parts.splice(0, parts.length, bytes);
    const whole = wholeOf(bytes);
    if (typeof whole === 'number') {
      wanted = whole;
      return;
    }
    parts.length = 0;
    size = 0;
    wanted = undefined;
    const requested = waiting;
    waiting = undefined;
    requested?.resolve(whole);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The answer that these bytes are, or how many bytes there have to be before it is worth looking again. */
function wholeOf(bytes: Buffer): RawResponse | number {
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
  const isWhole = bytes.subarray(-5).equals(Buffer.from('0\r\n\r\n'));
  return isWhole ? { status, bytes: bytes.length, body: bytes.subarray(from) } : bytes.length + 1;
}
