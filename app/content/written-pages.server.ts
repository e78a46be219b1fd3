import type { Shop } from '../foundation/shop.server.ts';
import { abroadText } from './abroad-text.ts';
import { readPage, readSettings } from './content.server.ts';
import { NoSuchPage, policySlugs, type WrittenPage } from './contract.ts';
import { fillIn } from './fill-in.ts';

/** The policies in the order of the footer's links. */
const inOrder = ['return-policy', 'shipping-policy', 'privacy-policy', 'terms-and-conditions'] as const;

/** Lists the policies and fills in their placeholders. */
export async function listPolicies(shop: Shop): Promise<WrittenPage[]> {
  const [settings, ...pages] = await Promise.all([
    readSettings(shop),
    ...inOrder.map((slug) => readPage(shop, slug)),
  ]);
  return pages.map((page) => fillIn(page, settings));
}

/**
 * Reads the policy at a path such as `/return-policy`, and the titles of all policies. `abroad` is the shipping policy's sentence
 * about orders from abroad, and empty for other policies.
 * @throws NoSuchPage (404)
 */
export async function readPolicy(shop: Shop, path: string) {
  const slug = policySlugs.find((slug) => path.match(/^\/[\w-]+/)?.[0] === `/${slug}`);
  const policies = await listPolicies(shop);
  const policy = policies.find((page) => page.slug === slug);
  if (!policy) throw NoSuchPage();
  const abroad = slug === 'shipping-policy' ? abroadText() : '';
  return { policy, policies: policies.map(({ slug, title }) => ({ slug, title })), abroad };
}

/** Reads the brand story and fills in its placeholders. */
export async function readStory(shop: Shop): Promise<WrittenPage> {
  const [page, settings] = await Promise.all([readPage(shop, 'our-story'), readSettings(shop)]);
  return fillIn(page, settings);
}

/** Loader of the route for unknown paths. @throws NoSuchPage (404) */
export async function pageNotFound(): Promise<null> {
  throw NoSuchPage();
}
