import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Product } from '../../catalogue/contract.ts';
import { createDebouncedSearch, type Matches } from './matches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the search while typing', () => {
  it('sends one request, 100 ms after the last keystroke, and none for blank text [S-SRCH-06 S-SRCH-07]', async () => {
    const reported: Matches[] = [];
    const search = vi.fn(async (_text: string) => []);
    const searchFor = createDebouncedSearch((matches) => reported.push(matches), search);
    searchFor('  ');
    await vi.advanceTimersByTimeAsync(500);
    expect(reported).toEqual([{ kind: 'nothing' }]);
    searchFor('b');
    await vi.advanceTimersByTimeAsync(99);
    searchFor('ba');
    await vi.advanceTimersByTimeAsync(99);
    expect(search).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(search.mock.calls.map(([text]) => text)).toEqual(['ba']);
  });

  it('ignores a response that arrives after the response to a later request [S-SRCH-06]', async () => {
    const reported: Matches[] = [];
    const searchFor = createDebouncedSearch(
      (matches) => reported.push(matches),
      (text) =>
        new Promise<Product[]>((resolve) => setTimeout(() => resolve([]), text === 'first' ? 500 : 10)),
    );
    searchFor('first');
    await vi.advanceTimersByTimeAsync(200);
    searchFor('second');
    await vi.advanceTimersByTimeAsync(2000);
    expect(reported.filter(({ kind }) => kind === 'found')).toEqual([
      { kind: 'found', text: 'second', products: [] },
    ]);
  });

  it('calls GET product/search with the typed text and without a token [S-SRCH-08]', async () => {
    const fetched = vi.fn(async (_address: string, _options: RequestInit) => Response.json([]));
    vi.stubGlobal('fetch', fetched);
    createDebouncedSearch(() => {})('kota & doria');
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    const [url, options] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/product/search?query=kota+%26+doria&limit=12');
    expect([...new Headers(options?.headers).keys()]).toEqual([]);
  });

  it('reports a failure with the searched text', async () => {
    const reported: Matches[] = [];
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    createDebouncedSearch((matches) => reported.push(matches))('ikat');
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(() => expect(reported.at(-1)).toEqual({ kind: 'failed', text: 'ikat' }));
  });
});
