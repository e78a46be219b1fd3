import type { Product } from '../../catalogue/contract.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';

/** The results for the text in the search box. */
export type Matches =
  | { kind: 'nothing' }
  | { kind: 'asking'; text: string }
  | { kind: 'found'; text: string; products: readonly Product[] }
  | { kind: 'failed'; text: string };

type SearchRequest = (text: string, signal: AbortSignal) => Promise<readonly Product[]>;

/** Delay after a keystroke before the request is sent, in milliseconds. */
const delayMs = 100;

/** Loads the API client. It is loaded with the first keystroke, so that not every page loads it. */
const loadApi = () => import('../../catalogue/catalogue-api.ts');

/**
 * Creates a search function that must be called for every keystroke. It sends a request 100 ms after the last call, and passes
 * each state to `notify`. Each call cancels the previous request, so that an old response does not replace a newer one. Blank
 * text sends no request.
 */
export function createDebouncedSearch(
  notify: (matches: Matches) => void,
  search: SearchRequest = fetchMatches,
) {
  let cancel = () => {};
  return (input: string): void => {
    cancel();
    const text = input.trim();
    if (!text) {
      notify({ kind: 'nothing' });
      return;
    }
    if (search === fetchMatches) loadApi().catch(() => undefined);
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
    }, delayMs);
    cancel = () => {
      clearTimeout(timer);
      controller.abort();
    };
    notify({ kind: 'asking', text });
  };
}

/** Fetches up to 12 products. @throws Error if the shop cannot be reached or responds with an error */
async function fetchMatches(text: string, signal: AbortSignal): Promise<Product[]> {
  const { catalogueApi } = await loadApi();
  const query = { query: text, limit: '12' };
  const response = await catalogueApi.product.search.$get({ query }, { init: { signal } });
  if (!response.ok) throw new Error(`The search responded with ${response.status}`);
  return response.json();
}

/** Returns the text beside the panel's title. Screen readers announce it. */
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
