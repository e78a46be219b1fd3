/**
 * `npm run dev`: the shop with hot reload, over the same data as `npm start`. The database is opened once; the
 * code is loaded through Vite at each request, so a change shows without a restart.
 */
import { createServer } from 'node:http';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { ensureInstalled, exitWithError, print, root } from './ensure.mjs';
import { closeOnSignal } from './shutdown.mjs';

try {
  ensureInstalled();
  if (Number(process.versions.node.split('.')[0]) >= 24) await develop();
  else becomePinnedNode();
} catch (error) {
  exitWithError(error);
}

async function develop() {
  process.env.NODE_ENV = 'development';
  const { getRequestListener } = await import('@hono/node-server');
  const { createServer: createVite } = await import('vite');
  const server = createServer();
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } } });
  const { createShop } = await vite.ssrLoadModule('/app/start-up.server.ts');
  const { shop, isReady, start, close } = await createShop(process.env, root);
  start();

  /** @type {{ code: object, app: import('hono').Hono } | undefined} */
  let loaded;
  /** @type {(...asked: Parameters<Parameters<typeof getRequestListener>[0]>) => Promise<Response>} */
  const answer = async (request, env) => {
    const code = await vite.ssrLoadModule('/app/app.server.ts');
    if (loaded?.code !== code) {
      const pages = () => vite.ssrLoadModule('virtual:react-router/server-build');
      loaded = { code, app: code.createApp({ shop, isReady, pages }) };
    }
    const response = await loaded.app.fetch(request, env);
    // Vite's own scripts stand in the page and speak over a socket; the shop's policy rightly forbids both.
    response.headers.delete('content-security-policy');
    return response;
  };
  const listener = getRequestListener(answer);
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => listener(request, response)),
  );

  const { port, host, publicUrl } = shop.config;
  server.once('error', exitWithError);
  server.listen(port, host, () => print(`\n  Tanabana is being worked on at ${publicUrl}\n`));

  // Vite would end the process at once, with the database open.
  process.removeAllListeners('SIGTERM');
  closeOnSignal(async () => {
    // What is open longest are the browsers' own lines to Vite; only Vite can end them.
    server.closeAllConnections();
    await vite.close();
    await close(server);
  });
}
