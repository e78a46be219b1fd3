/**
 * `npm run dev`: the shop with hot reload, over the same data as `npm start`. The database is opened once; the
 * code is loaded through Vite at each request, so a change shows without a restart.
 */
import { createServer } from 'node:http';
import path from 'node:path';
import { becomePinnedNode } from './become-pinned-node.mjs';
import { endWith } from './ending.mjs';
import { ensureInstalled, giveUp, root, say } from './ensure.mjs';

try {
  ensureInstalled();
  if (Number(process.versions.node.split('.')[0]) >= 24) await develop();
  else becomePinnedNode(process.argv[1]);
} catch (error) {
  giveUp(error);
}

async function develop() {
  process.env.NODE_ENV = 'development';
  const { getRequestListener } = await import('@hono/node-server');
  const { createServer: createVite } = await import('vite');
  const server = createServer();
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } } });
  const { shop, close } = await openShop(vite);

  let code;
  let app;
  const answer = async (request, env) => {
    const current = await vite.ssrLoadModule('/shop/app.server.ts');
    if (current !== code) {
      code = current;
      app = current.createApp({
        shop,
        uploadsFolder: path.join(shop.config.dataDir, 'uploads'),
        pages: () => vite.ssrLoadModule('virtual:react-router/server-build'),
      });
    }
    const response = await app.fetch(request, env);
    // Vite's own scripts stand in the page and speak over a socket; the shop's policy rightly forbids both.
    response.headers.delete('content-security-policy');
    return response;
  };
  const listener = getRequestListener(answer);
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => listener(request, response)),
  );

  const { port, host, publicUrl } = shop.config;
  server.once('error', giveUp);
  server.listen(port, host, () => say(`\n  Tanabana is being worked on at ${publicUrl}\n`));

  endWith(async () => {
    server.close();
    server.closeAllConnections();
    await vite.close();
    await close();
  });
}

/** Opens the shop as shop/server.ts does; the first time, the demonstration catalogue is hung up. */
async function openShop(vite) {
  const load = (file) => vite.ssrLoadModule(file);
  const { readConfig } = await load('/shop/foundation/config.server.ts');
  const { openEmbedded, openPostgres } = await load('/shop/foundation/database.server.ts');
  const { openLog } = await load('/shop/foundation/log.server.ts');
  const { systemClock } = await load('/shop/foundation/clock.ts');
  const { openPostOffice } = await load('/shop/foundation/post-office.server.ts');
  const { isEmpty, layOutUploads, plant } = await load('/seeds/plant.server.ts');

  const config = readConfig(process.env);
  const migrations = path.join(root, 'migrations');
  const database = await (config.databaseUrl
    ? openPostgres(config.databaseUrl, migrations)
    : openEmbedded(config.dataDir, migrations));
  const shop = { db: database.db, clock: systemClock, config, log: openLog(config.logLevel) };
  if (await isEmpty(shop)) {
    await layOutUploads(path.join(root, 'seeds', 'uploads'), path.join(config.dataDir, 'uploads'));
    await plant(shop);
  }
  const postOffice = openPostOffice({ shop });
  postOffice.start();
  return {
    shop,
    close: async () => {
      await postOffice.stop();
      await database.close();
    },
  };
}
