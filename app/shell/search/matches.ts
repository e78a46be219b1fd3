import type { Product } from '../../catalogue/contract.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';

/** What is known of the text in the search box. */
export type Matches =
  | { kind: 'nothing' }
  | { kind: 'asking'; text: string }
  | { kind: 'found'; text: string; products: readonly Product[] }
  | { kind: 'failed'; text: string };

type SearchRequest = (text: string, signal: AbortSignal) => Promise<readonly Product[]>;

const pause = 100;

/** What asks comes with the first letter, not with every page. */
const loadCalls = () => import('../../catalogue/catalogue-api.ts');

/**
 * Gives a function to be called with the text at every keystroke. 100 ms after the last one it asks, and tells
 * what came of it; a later call takes back an earlier one, so that an old answer never overwrites a newer one.
 * Blank text asks nothing and tells `nothing`.
 */
export function createMatcher(notify: (matches: Matches) => void, search: SearchRequest = askShop) {
  let takeBack = () => {};
  return (input: string): void => {
    takeBack();
    const text = input.trim();
    if (!text) {
      notify({ kind: 'nothing' });
      return;
    }
    if (search === askShop) loadCalls().catch(() => undefined);
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      search(text, signal).then(
        (products) => {
          if (!signal.aborted) notify({ kind: 'found', text, products });
        },
        () => {
          if (!signal.aborted) notify({ kind: 'failed', text });
        },
      );
    }, pause);
    takeBack = () => {
      clearTimeout(timer);
      controller.abort();
    };
    notify({ kind: 'asking', text });
  };
}

/** Throws when the shop cannot be reached or answers with an error. */
async function askShop(text: string, signal: AbortSignal): Promise<Product[]> {
  const { catalogueApi } = await loadCalls();
  const query = { query: text, limit: '12' };
  const response = await catalogueApi.product.search.$get({ query }, { init: { signal } });
  if (!response.ok) throw new Error(`The search answered ${response.status}`);
  return response.json();
}

/** What a screen reader is told, and what stands at the end of the panel's title. */
export function matchesLabel(matches: Matches): string {
  switch (matches.kind) {
    case 'nothing':
    case 'failed':
      return '';
    case 'asking':
      return `Looking for “${matches.text}”`;
    case 'found': {
      const count = matches.products.length;
      if (count === 0) return `No pieces for “${matches.text}”`;
      return `${formatCount(count, 'piece')} for “${matches.text}”`;
    }
  }
}
