import { Agent, request } from 'node:http';

export type Said = { status: number; text: string };

/** One line to the shop, which stays open as long as it is used; whatever is asked on it waits for its turn. */
export type Line = {
  get(path: string, headers?: Record<string, string>): Promise<Said>;
  /** Sends JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Said>;
  close(): void;
};

/** Whoever waits for longer has gone away. */
const patienceMs = 25_000;

export function openLine(url: string): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<Said>((resolve, reject) => {
      const requested = request({ agent, hostname, port, path, method, headers }, async (response) => {
        const parts: Buffer[] = [];
        try {
          for await (const part of response) parts.push(Buffer.from(part));
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        } catch (error) {
          reject(error);
        }
      });
      requested.on('error', reject);
      requested.setTimeout(patienceMs, () => requested.destroy(new Error(`${path} was not answered`)));
      requested.end(body);
    });
  return {
    get: (path, headers = {}) => ask('GET', path, headers),
    post: (path, body, headers = {}) =>
      ask('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}
