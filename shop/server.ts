import { createServer } from 'node:http';
import path from 'node:path';
import * as pages from 'virtual:react-router/server-build';
import { serve as listen } from '@hono/node-server';
import { createApp } from './app.server.ts';
import { type Config, isOwnMachine } from './foundation/config.server.ts';
import { openShop, say } from './open-shop.server.ts';

export type RunningShop = { url: string; close(): Promise<void> };

/**
 * Opens the shop and its door. Rejects with an Error in plain words when a setting is wrong, the data folder is in
 * use, or the port is taken.
 */
export async function serve(environment: NodeJS.ProcessEnv, root = process.cwd()): Promise<RunningShop> {
  const { shop, counter, uploadsFolder, place, isReady, start, close } = await openShop(environment, root);
  const { config } = shop;
  const app = createApp({
    shop,
    counter,
    pages,
    uploadsFolder,
    assetsFolder: path.join(root, 'build/client'),
    isReady,
  });
  const server = await new Promise<ReturnType<typeof listen>>((resolve, reject) => {
    const opened = listen(
      {
        fetch: app.fetch,
        port: config.port,
        hostname: config.host,
        createServer,
        // The defaults let a client that drips its bytes hold a socket for minutes.
        serverOptions: {
          requestTimeout: 30_000,
          headersTimeout: 8000,
          connectionsCheckingInterval: 2000,
          keepAliveTimeout: 5000,
        },
      },
      () => resolve(opened),
    );
    opened.on('error', (error: NodeJS.ErrnoException) => reject(inWords(error, config)));
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
