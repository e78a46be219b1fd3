import { AsyncLocalStorage } from 'node:async_hooks';

const showing = new AsyncLocalStorage<Set<string>>();

/**
 * Says what the answer that is being made shows: `product:TB-SAR-001`, `category:…`, `shelves`, `menus`, `reviews`. An
 * answer that is kept whole is dropped when one of its tags changes. Outside of {@link collectTags} it says nothing.
 */
export function tag(...tags: readonly string[]): void {
  const noted = showing.getStore();
  if (noted) for (const tag of tags) noted.add(tag);
}

/** Does `work`, and notes what it {@link tag}. */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ answer: T; tags: Set<string> }> {
  const tags = new Set<string>();
  const answer = await showing.run(tags, work);
  return { answer, tags };
}
