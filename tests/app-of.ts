import { createApp } from '../app/app.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

const apps = new WeakMap<Shop, ReturnType<typeof createApp>>();

/** The whole shop without its pages, as one function; made once for each shop, as the routes are compiled at the first request. */
export function appOf(shop: Shop): ReturnType<typeof createApp> {
  const existing = apps.get(shop);
  if (existing) return existing;
  const app = createApp({ shop, uploadsFolder: shop.config.dataDir });
  apps.set(shop, app);
  return app;
}
