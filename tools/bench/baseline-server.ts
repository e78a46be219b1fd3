/**
 * A minimal server for comparison. Parses a JSON body and responds with JSON, or sends the number of bytes in the URL. Prints its
 * port.
 */
import { createServer, type ServerResponse } from 'node:http';

/** Body as large as the response to an order. */
const orderResponse = { success: true, message: 'x'.repeat(1200) };
const bodies = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const { method, url = '/' } = request;
  if (method === 'GET') return send(response, 'text/html', bodyOf(url));
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const input: unknown = JSON.parse(Buffer.concat(parts).toString());
    send(response, 'application/json', Buffer.from(JSON.stringify({ ...orderResponse, input })));
  });
});

function send(response: ServerResponse, type: string, body: Buffer) {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}

/** Returns a body of the length in the URL: `/2000` is 2,000 bytes. */
function bodyOf(url: string): Buffer {
  const body = bodies.get(url) ?? Buffer.alloc(Number(url.slice(1)), 'x');
  bodies.set(url, body);
  return body;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
