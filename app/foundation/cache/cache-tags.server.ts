import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/**
 * Tags that every cached value has. `everything`: the changes are unknown. `content`: the settings, which
 * every page shows.
 */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Tags the value being computed with its sources: `product:TB-SAR-001`, `category:…`, `listings`, `menus`, `reviews`. A
 * cached value is invalidated when one of its tags changes. Does nothing outside of {@link collectTags}.
 */
export function tag(...tags: readonly string[]): void {
  const noted = collecting.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Runs `work` and collects the tags that it sets. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const result = await collecting.run(tags, work);
  return { result, tags };
}
