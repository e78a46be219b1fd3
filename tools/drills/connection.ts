import { Agent, request } from 'node:http';

export type Response = { status: number; text: string };

/** A keep-alive connection to the shop. Requests on it wait for the ones before. */
export type Connection = {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): void;
};

/** Request timeout in milliseconds. */
const requestTimeoutMs = 25_000;

export function openConnection(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request({ agent, hostname, port, path, method, headers }, async (response) => {
        const parts: Buffer[] = [];
        try {
          for await (const part of response) parts.push(Buffer.from(part));
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        } catch (error) {
          reject(error);
        }
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
