import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/**
 * Tags that invalidate every cached value. `content`: settings, banners, videos, tiles, stores, pages, categories. `everything`:
 * crafts, fabrics, a change with too many tags for a notification, or a notification without tags.
 */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Adds tags to the value that {@link collectTags} computes. A tag names a source of the value: `product:TB-SAR-001`,
 * `category:…`, `image:…`, `listings`, `menus`, `reviews`. Invalidating one of its tags removes a cached value.
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
