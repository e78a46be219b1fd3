import type { Product } from '../../catalogue/contract.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';

/** The results for the text in the search box. */
export type Matches =
  | { kind: 'nothing' }
  | { kind: 'asking'; text: string }
  | { kind: 'found'; text: string; products: readonly Product[] }
  | { kind: 'failed'; text: string };

type SearchRequest = (text: string, signal: AbortSignal) => Promise<readonly Product[]>;

const pause = 100;

/** Loads the API client with the first keystroke, not with every page. */
const loadApi = () => import('../../catalogue/catalogue-api.ts');

/**
 * Creates a search function for every keystroke: it requests 100 ms after the last call, cancels the request before, so that no
 * old response overwrites a newer one, and passes each state to `notify`. Blank text sends no request.
 */
export function createDebouncedSearch(notify: (matches: Matches) => void, search: SearchRequest = askShop) {
  let cancel = () => {};
  return (input: string): void => {
    cancel();
    const text = input.trim();
    if (!text) {
      notify({ kind: 'nothing' });
      return;
    }
    if (search === askShop) loadApi().catch(() => undefined);
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
    cancel = () => {
      clearTimeout(timer);
      controller.abort();
    };
    notify({ kind: 'asking', text });
  };
}

/** @throws Error if the shop cannot be reached or responds with an error */
async function askShop(text: string, signal: AbortSignal): Promise<Product[]> {
  const { catalogueApi } = await loadApi();
  const query = { query: text, limit: '12' };
  const response = await catalogueApi.product.search.$get({ query }, { init: { signal } });
  if (!response.ok) throw new Error(`The search responded with ${response.status}`);
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
