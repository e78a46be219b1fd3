import { createServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as pages from 'virtual:react-router/server-build';
import { getRequestListener } from '@hono/node-server';
import { firstOwnerOf } from './admin/sign-in/staff.server.ts';
import { createApp } from './app.server.ts';
import { cachedResponseListener } from './foundation/cache/response-cache-listener.server.ts';
import { type Config, isOwnMachine } from './foundation/config/config.server.ts';
import { markClosing } from './foundation/database/data-dir-lock.server.ts';
import { bodyTimeout, maxBodyMs } from './foundation/http/body-timeout.server.ts';
import { pagePatternFinder, routePattern } from './foundation/http/route-patterns.server.ts';
import { securityHeaders } from './foundation/http/security-headers.server.ts';
import { openMetrics } from './operations/metrics.server.ts';
import { createShop } from './start-up.server.ts';

export { createBackup } from './operations/backup.server.ts';
export { changeOwner } from './operations/change-owner.server.ts';
export { restore } from './operations/restore.server.ts';

export type RunningShop = {
  url: string;
  /** For whoever started it: where it is open, and what it stands on. */
  banner: string;
  close(): Promise<void>;
};

/** For so long at most, in milliseconds, lines that are in use are let go with an answer, before those that are not are cut. */
const shutdownGraceMs = 1000;

/**
 * Opens the shop and its door. Rejects with an Error in plain words when a setting is wrong, the data folder is in
 * use, or the port is taken.
 */
export async function serve(environment: NodeJS.ProcessEnv, root = process.cwd()): Promise<RunningShop> {
  const { shop, services, cachedResponses, uploadsFolder, databaseLocation, isReady, start, close } =
    await createShop(environment, root);
  const { config } = shop;
  const metrics = openMetrics(shop, cachedResponses);
  const app = createApp({
    shop,
    services,
    pages,
    cachedResponses,
    metrics,
    uploadsFolder,
    assetsFolder: path.join(root, 'build/client'),
    isReady,
  });
  const answer = getRequestListener(app.fetch);
  const findPagePattern = pagePatternFinder(pages);
  let isClosing = false;
  const desk = cachedResponseListener(
    cachedResponses,
    (path) => securityHeaders(path, config),
    (request, response) => void answer(request, response),
    (path) => metrics.requests.cacheHitsOf(routePattern(app, 'GET', path, findPagePattern)),
  );
  const server = createServer(
    {
      // The defaults let a client that drips its bytes hold a socket for minutes; bodies have times of their own.
      requestTimeout: maxBodyMs,
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 5000,
    },
    (request, response) => {
      // Whoever goes on asking on an open line would keep the shop from closing, and whoever asks while it is cut would be
      // lost: each is told with an answer that it is the last one.
      if (isClosing) response.shouldKeepAlive = false;
      bodyTimeout(request, response);
      desk(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(inText(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  start();
  return {
    url: config.publicUrl,
    banner: bannerOf(config, databaseLocation),
    close: async () => {
      isClosing = true;
      if (!config.databaseUrl) markClosing(config.dataDir);
      // Only the door: Node's own way to close a server of HTTP cuts the lines that wait for the next request at once.
      const empty = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await Promise.race([empty, wait(shutdownGraceMs)]);
      await close(server);
    },
  };
}

function inText(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Another program is listening at ${host}:${port}. Stop it, or choose another PORT.`);
}

/** What whoever sells must know before it happens. */
const notPromised =
  'It does not wait for the disk: a power cut can lose the last orders. A shop that sells sets DATABASE_URL.';

function bannerOf(config: Config, databaseLocation: string): string {
  const { processes } = config;
  return [
    '',
    `  Tanabana is open at ${config.publicUrl}`,
    '',
    `  Data        ${config.dataDir}`,
    `  Database    ${databaseLocation}`,
    ...(config.databaseUrl ? [] : [`              ${notPromised}`]),
    ...(config.bucket
      ? [`  Uploads     the bucket ${config.bucket.bucket} at ${config.bucket.endpoint}`]
      : []),
    ...(processes > 1 ? [`  Processes   ${processes} behind one door`] : []),
    `  Accounts    ${howToSignIn(config)}`,
    `  Back office ${howToEnter(config)}`,
    `  Pretended   ${config.pretended.join('; ') || 'nothing'}`,
    `  Calls       ${config.publicUrl}/api/docs`,
    '',
  ].join('\n');
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
