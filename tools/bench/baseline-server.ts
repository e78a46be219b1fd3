/**
 * The least that any shop on Node does: reads a JSON body and answers one, or sends as many bytes as the address says.
 * Tells its port to whoever started it.
 */
import { createServer, type ServerResponse } from 'node:http';

/** As large as the answer to an order. */
const answer = { success: true, message: 'x'.repeat(1200) };
const bodies = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const { method, url = '/' } = request;
  if (method === 'GET') return send(response, 'text/html', bodyOf(url));
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const requested: unknown = JSON.parse(Buffer.concat(parts).toString());
    send(response, 'application/json', Buffer.from(JSON.stringify({ ...answer, requested })));
  });
});

function send(response: ServerResponse, type: string, body: Buffer) {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}

/** `/2000` is two thousand bytes. */
function bodyOf(url: string): Buffer {
  const body = bodies.get(url) ?? Buffer.alloc(Number(url.slice(1)), 'x');
  bodies.set(url, body);
  return body;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
