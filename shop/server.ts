import { createServer } from 'node:http';
import path from 'node:path';
import * as pages from 'virtual:react-router/server-build';
import { getRequestListener } from '@hono/node-server';
import { firstOwnerOf } from './admin/door/staff.server.ts';
import { createApp } from './app.server.ts';
import { type Config, isOwnMachine } from './foundation/config.server.ts';
import { frontDesk } from './foundation/front-desk.server.ts';
import { securityHeaders } from './foundation/security.server.ts';
import { openShop, say } from './open-shop.server.ts';

export { changeOwner } from './change-owner.server.ts';

export type RunningShop = { url: string; close(): Promise<void> };

/**
 * Opens the shop and its door. Rejects with an Error in plain words when a setting is wrong, the data folder is in
 * use, or the port is taken.
 */
export async function serve(environment: NodeJS.ProcessEnv, root = process.cwd()): Promise<RunningShop> {
  const { shop, counter, answers, uploadsFolder, place, isReady, start, close } = await openShop(
    environment,
    root,
  );
  const { config } = shop;
  const app = createApp({
    shop,
    counter,
    pages,
    answers,
    uploadsFolder,
    assetsFolder: path.join(root, 'build/client'),
    isReady,
  });
  const answer = getRequestListener(app.fetch);
  const server = createServer(
    {
      // The defaults let a client that drips its bytes hold a socket for minutes.
      requestTimeout: 30_000,
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 5000,
    },
    frontDesk(
      answers,
      (path) => securityHeaders(path, config),
      (request, response) => void answer(request, response),
    ),
  );
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(inWords(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  start();
  greet(config, place);
  return { url: config.publicUrl, close: () => close(server) };
}

function inWords(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Another program is listening at ${host}:${port}. Stop it, or choose another PORT.`);
}

function greet(config: Config, place: string) {
  say(
    [
      '',
      `  Tanabana is open at ${config.publicUrl}`,
      '',
      `  Data        ${config.dataDir}`,
      `  Database    ${place}`,
      `  Accounts    ${howToSignIn(config)}`,
      `  Back office ${howToEnter(config)}`,
      `  Pretended   ${config.pretended.join('; ') || 'nothing'}`,
      `  Calls       ${config.publicUrl}/api/docs`,
      '',
    ].join('\n'),
  );
}

/** Somebody who only looks at the demonstration has no mailbox of its shoppers, but sits at its machine. */
function howToSignIn({ mayPretend, smtpUrl, publicUrl }: Config): string {
  const shopper = mayPretend ? 'meera@example.in, or any address,' : 'any address';
  if (smtpUrl !== undefined) return `sign in at /login as ${shopper} with the code that is mailed there`;
  if (!isOwnMachine(publicUrl))
    return `sign in at /login as ${shopper}; the code is in the data folder’s mail`;
  return `sign in at /login as ${shopper} with the code from ${publicUrl}/dev/mail`;
}

function howToEnter(config: Config): string {
  const owner = firstOwnerOf(config);
  const address = `${config.publicUrl}/admin`;
  return owner ? `${address}, for ${owner}` : `${address}, for those whom \`npm run owner -- add\` named`;
}
