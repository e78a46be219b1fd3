/** The marks that changes of the shop window are written by, for the tests of who may call what. */
import { readAdminContent } from '../app/admin/content/content.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

export async function windowMarks(shop: Shop): Promise<Record<string, string>> {
  const { settings, banners, tiles, films: videos, stores, pages } = await readAdminContent(shop);
  return {
    settingsMark: settings.mark,
    heroMark: banners.find(({ place }) => place === 'first')?.mark ?? '',
    tilesMark: tiles.mark,
    filmsMark: videos.mark,
    storesMark: stores.mark,
    policyMark: pages.find(({ slug }) => slug === 'return-policy')?.mark ?? '',
    storyMark: pages.find(({ slug }) => slug === 'our-story')?.mark ?? '',
  };
}
