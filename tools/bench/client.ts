import { Agent, request } from 'node:http';

export type Answer = { status: number; body: unknown };

export type Client = {
  /** Sends JSON and reads JSON. Rejects when the line breaks before the whole answer has come. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
};

/**
 * Calls one server over lines that stay open, as browsers and proxies do. Plain `node:http`, because whatever the
 * client costs is taken from the same processors that the shop runs on.
 */
export function openClient(url: string, lines: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: lines });
  const { hostname, port } = new URL(url);
  return {
    post: (path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(JSON.stringify(body));
        const requested = request(
          {
            agent,
            hostname,
            port,
            path,
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...headers },
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('error', reject);
            response.on('aborted', () => reject(new Error('the answer broke off')));
            response.on('end', () => {
              const text = Buffer.concat(parts).toString();
              resolve({ status: response.statusCode ?? 0, body: parseOr(text) });
            });
          },
        );
        requested.on('error', reject);
        requested.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
