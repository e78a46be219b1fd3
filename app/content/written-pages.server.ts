import type { Shop } from '../foundation/shop.server.ts';
import { readPage, readSettings } from './content.server.ts';
import { NoSuchPage, policySlugs, type WrittenPage } from './contract.ts';
import { fillIn } from './fill-in.ts';

/** The order in which people look for them, which is also the footer's. */
const inOrder = ['return-policy', 'shipping-policy', 'privacy-policy', 'terms-and-conditions'] as const;

/** The four policies, filled in from the settings. */
export async function listPolicies(shop: Shop): Promise<WrittenPage[]> {
  const [settings, ...pages] = await Promise.all([
    readSettings(shop),
    ...inOrder.map((slug) => readPage(shop, slug)),
  ]);
  return pages.map((page) => fillIn(page, settings));
}

/** The policy at a path such as `/return-policy`, and the names of all four. Throws `no-such-page` (404). */
export async function readPolicy(shop: Shop, path: string) {
  const slug = policySlugs.find((slug) => path.match(/^\/[\w-]+/)?.[0] === `/${slug}`);
  const policies = await listPolicies(shop);
  const policy = policies.find((page) => page.slug === slug);
  if (!policy) throw NoSuchPage();
  return { policy, policies: policies.map(({ slug, title }) => ({ slug, title })) };
}

/** The story of the shop, filled in from the settings. */
export async function readStory(shop: Shop): Promise<WrittenPage> {
  const [page, settings] = await Promise.all([readPage(shop, 'our-story'), readSettings(shop)]);
  return fillIn(page, settings);
}
