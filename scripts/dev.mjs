/**
 * `npm run dev`: runs the shop with hot reload and the data of `npm start`. Opens the database once. Vite loads the code for each
 * request, so a change needs no restart.
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
  /** @type {(...args: Parameters<Parameters<typeof getRequestListener>[0]>) => Promise<Response>} */
  const respond = async (request, env) => {
    const code = await vite.ssrLoadModule('/app/app.server.ts');
    if (loaded?.code !== code) {
      const pages = () => vite.ssrLoadModule('virtual:react-router/server-build');
      loaded = { code, app: code.createApp({ shop, isReady, pages }) };
    }
    const response = await loaded.app.fetch(request, env);
    // The content security policy would forbid the inline scripts and the WebSocket of Vite.
    response.headers.delete('content-security-policy');
    return response;
  };
  const listener = getRequestListener(respond);
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => listener(request, response)),
  );

  const { port, host, publicUrl } = shop.config;
  server.once('error', exitWithError);
  server.listen(port, host, () => print(`\n  Development server running at ${publicUrl}\n`));

  // Vite's own signal handler would exit without closing the database.
  process.removeAllListeners('SIGTERM');
  closeOnSignal(async () => {
    // Browsers keep a WebSocket to Vite open, which only `vite.close` ends.
    server.closeAllConnections();
    await vite.close();
    await close(server);
  });
}
