import { Agent, request } from 'node:http';

export type Response = { status: number; text: string };

export type Client = {
  /** Sends a request. Rejects if the connection breaks before the response is complete. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): void;
};

const requestTimeoutMs = 25_000;

/**
 * Opens keep-alive connections to one server, as browsers and proxies do. A request waits for a free connection. The client uses
 * plain `node:http`, because it runs on the same processors as the shop.
 */
export function openClient(url: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request({ agent, hostname, port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      sent.on('error', reject);
      sent.setTimeout(requestTimeoutMs, () => sent.destroy(new Error(`${path} got no response`)));
      sent.end(body);
    });
  return {
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, body, headers = {}) =>
      send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}
