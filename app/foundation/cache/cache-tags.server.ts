import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/**
 * Tags that invalidate all cached values. The database sends `content` after a change of settings, banners, videos, tiles,
 * stores, pages or categories. It sends `everything` after a change of crafts or fabrics, or if a change has too many tags for
 * one notification. A notification without tags also counts as `everything`.
 */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Adds tags to the value that is being computed inside {@link collectTags}. A tag names data that the value contains:
 * `product:TB-SAR-001`, `category:…`, `image:…`, `listings`, `menus`, `reviews`. Invalidating one of its tags removes the value
 * from the cache.
 */
export function tag(...tags: readonly string[]): void {
  const noted = collecting.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Runs `work`. Returns its result, and the tags that `work` has added with {@link tag}. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const result = await collecting.run(tags, work);
  return { result, tags };
}
