import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/**
 * Tags that invalidate all cached values. `content` is sent after a change of settings, banners, videos, tiles, stores, pages or
 * categories. `everything` is sent after a change of crafts or fabrics, or for a notification without tags or with too many tags.
 */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Adds tags to the value that {@link collectTags} computes. A tag names a source of the value: `product:TB-SAR-001`,
 * `category:…`, `image:…`, `listings`, `menus`, `reviews`. If one of its tags is invalidated, the cached value is removed.
 */
export function tag(...tags: readonly string[]): void {
  const noted = collecting.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Runs `work`. Returns its result and the tags that it added. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const result = await collecting.run(tags, work);
  return { result, tags };
}
