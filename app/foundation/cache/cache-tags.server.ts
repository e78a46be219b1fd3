import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/** The tags that are on every value: `everything`, when the database cannot say what has changed, and the settings, which every page shows. */
export const globalTags: ReadonlySet<string> = new Set(['everything', 'content']);

/**
 * Tags the value that is being made with what it is made of: `product:TB-SAR-001`, `category:…`, `listings`, `menus`, `reviews`. A cached
 * value is invalidated when one of its tags changes. Outside of {@link collectTags} it does nothing.
 */
export function tag(...tags: readonly string[]): void {
  const noted = collecting.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Does `work`, and collects the tags that it sets. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const result = await collecting.run(tags, work);
  return { result, tags };
}
