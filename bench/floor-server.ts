/** The least that any shop on Node does: reads a JSON body and answers one. Tells its port to whoever started it. */
import { createServer } from 'node:http';

/** As large as the answer to an order. */
const answer = { success: true, message: 'x'.repeat(1200) };

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const asked: unknown = JSON.parse(Buffer.concat(parts).toString());
    const body = JSON.stringify({ ...answer, asked });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
