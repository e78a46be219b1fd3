import type { Shop } from '../foundation/shop.server.ts';
import { abroadText } from './abroad-text.ts';
import { readPage, readSettings } from './content.server.ts';
import { NoSuchPage, policySlugs, type WrittenPage } from './contract.ts';
import { fillIn } from './fill-in.ts';

/** The order of the policies, as in the footer. */
const inOrder = ['return-policy', 'shipping-policy', 'privacy-policy', 'terms-and-conditions'] as const;

/** Lists the policies with their placeholders filled in. */
export async function listPolicies(shop: Shop): Promise<WrittenPage[]> {
  const [settings, ...pages] = await Promise.all([
    readSettings(shop),
    ...inOrder.map((slug) => readPage(shop, slug)),
  ]);
  return pages.map((page) => fillIn(page, settings));
}

/**
 * Reads the policy at a path such as `/return-policy`, and the titles of all policies. `abroad` is empty except for the shipping
 * policy.
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

/** Reads the brand story with its placeholders filled in. */
export async function readStory(shop: Shop): Promise<WrittenPage> {
  const [page, settings] = await Promise.all([readPage(shop, 'our-story'), readSettings(shop)]);
  return fillIn(page, settings);
}

/** Loader for paths without a page. @throws NoSuchPage (404) */
export async function pageNotFound(): Promise<null> {
  throw NoSuchPage();
}
