import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as pages from 'virtual:react-router/server-build';
import { getRequestListener } from '@hono/node-server';
import { firstOwnerOf } from './admin/sign-in/staff.server.ts';
import { createApp } from './app.server.ts';
import { responseCacheListener } from './foundation/cache/response-cache-listener.server.ts';
import { type Config, isOwnMachine } from './foundation/config/config.server.ts';
import { markClosing } from './foundation/database/data-dir-lock.server.ts';
import { emailFolder } from './foundation/email/email-retention.server.ts';
import { bodyTimeout, maxBodyMs } from './foundation/http/body-timeout.server.ts';
import { pagePatternFinder, routePattern } from './foundation/http/route-patterns.server.ts';
import { securityHeaders } from './foundation/http/security-headers.server.ts';
import { openMetrics } from './operations/metrics.server.ts';
import { providerSources } from './provider-sources.server.ts';
import { createShop } from './start-up.server.ts';
import * as urls from './urls.ts';

export { createBackup } from './operations/backup.server.ts';
export { changeOwner } from './operations/change-owner.server.ts';
export { restore } from './operations/restore.server.ts';
export { verify } from './operations/verify.server.ts';

/** Time in milliseconds for which the server waits until open connections close. Afterwards it closes idle connections. */
const shutdownGraceMs = 1000;

/** Creates the shop and listens for requests. Rejects if {@link createShop} rejects, or if the port is in use. */
export async function serve(environment: NodeJS.ProcessEnv, root = process.cwd()) {
  const opened = await createShop(environment, root);
  const { shop, services, cachedResponses, databaseLocation, isReady, start, close } = opened;
  const { config } = shop;
  const metrics = openMetrics(shop, cachedResponses);
  const app = createApp({
    shop,
    services,
    pages,
    cachedResponses,
    metrics,
    assetsFolder: path.join(root, 'build/client'),
    isReady,
  });
  const handleRequest = getRequestListener(app.fetch);
  const findPagePattern = pagePatternFinder(pages);
  let isClosing = false;
  const handleCachedRequest = responseCacheListener(
    cachedResponses,
    (path) => securityHeaders(config.publicUrl, providerSources(path, config)),
    (request, response) => void handleRequest(request, response),
    (path) => metrics.requests.cacheHitsOf(routePattern(app, 'GET', path, findPagePattern)),
  );
  const server = createServer(
    {
      // With Node's defaults, a slow client could occupy a socket for minutes. `bodyTimeout` limits the time for request bodies.
      requestTimeout: maxBodyMs,
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      // Reverse proxies and load balancers usually keep an idle connection for 60 seconds. This timeout is longer, because a
      // client that reuses a connection while the server closes it receives a reset.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      // While the server closes, end each keep-alive connection with its next response. Ending the connection at once could lose
      // a request. Keeping it open would let further requests delay the shutdown.
      if (isClosing) response.shouldKeepAlive = false;
      bodyTimeout(request, response);
      handleCachedRequest(request, response);
    },
  );
  await listen(server, config);
  start();
  return {
    url: config.publicUrl,
    /** Text to print after the start. It lists URLs, data folder, database and simulated services. */
    banner: bannerOf(config, databaseLocation),
    close: async (): Promise<void> => {
      isClosing = true;
      if (!config.databaseUrl) markClosing(config.dataDir);
      // The `close` method of an HTTP server would also close idle keep-alive connections at once. Use the method of
      // `net.Server`.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await Promise.race([closed, wait(shutdownGraceMs)]);
      await close(server);
    },
  };
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, config)));
    server.listen(config.port, config.host, resolve);
  });
}

function explainListenError(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Another program is listening at ${host}:${port}. Stop it, or choose another PORT.`);
}

/** Notice about the durability of the embedded database. It is printed below the database's location. */
const embeddedDatabaseNotice =
  'It does not wait for the disk: a power cut can lose the last orders. For a real shop, set DATABASE_URL.';

const addOwner = 'To add an owner: npm run owner -- add name@example.in';
const labelWidth = 12;

/** Formats the lines that are printed after the start. Omits rows without a text. */
function bannerOf(config: Config, databaseLocation: string): string {
  const { publicUrl, dataDir, bucket, processes, mayPretend, smtpUrl, pretended } = config;
  const notice = config.databaseUrl ? '' : `\n${' '.repeat(labelWidth + 2)}${embeddedDatabaseNotice}`;
  const owner = firstOwnerOf(config);
  const rows = {
    Admin: `${publicUrl}${urls.admin}${owner ? `, sign in as ${owner}` : `. ${addOwner}`}`,
    Customers: mayPretend && `${publicUrl}${urls.login}, sign in as meera@example.in or any email address`,
    Emails: smtpUrl === undefined && `are files, readable at ${emailLocation(config)}`,
    'API docs': `${publicUrl}/api/docs`,
    Simulated: pretended.join(', '),
    Data: dataDir,
    Database: `${databaseLocation}${notice}`,
    Uploads: bucket && `the bucket ${bucket.bucket} at ${bucket.endpoint}`,
    Processes: processes > 1 && `${processes} on one port`,
  };
  const lines = Object.entries(rows).flatMap(([label, text]) =>
    text ? [`  ${label.padEnd(labelWidth)}${text}`] : [],
  );
  return ['', `  Tanabana is running at ${publicUrl}`, '', ...lines, ''].join('\n');
}

/** Returns the URL of the mailbox with pretend emails, or their folder if the public URL is not on this machine. */
const emailLocation = (config: Config) =>
  isOwnMachine(config.publicUrl) ? `${config.publicUrl}/dev/mail` : emailFolder(config);
