import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/**
 * Tags that invalidate every cached value: `content` for changes to settings, banners, videos, tiles, stores, pages and
 * categories; `everything` for changes to crafts and fabrics, for a change of too many tags for one notification, and for a
 * notification without tags.
 */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Adds tags to the value that is being computed. A tag names a source of the value: `product:TB-SAR-001`, `category:…`,
 * `image:…`, `listings`, `menus`, `reviews`. A cached value is removed when one of its tags is invalidated. Does nothing
 * outside of {@link collectTags}.
 */
export function tag(...tags: readonly string[]): void {
  const noted = collecting.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Runs `work`. Returns the result, and the tags that `work` added. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const result = await collecting.run(tags, work);
  return { result, tags };
}
