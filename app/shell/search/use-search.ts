import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as urls from '../../urls.ts';
import { createDebouncedSearch, type Matches } from './matches.ts';

/** Returns the state of the search box and its panel. Closes the panel when another page is shown. */
export function useSearch() {
  const { pathname, search } = useLocation();
  const query = pathname === urls.search ? (new URLSearchParams(search).get('query') ?? '') : '';
  const page = `${pathname}?${query}`;

  const [shownOn, setShownOn] = useState(page);
  const [text, setText] = useState(query);
  const [open, setOpen] = useState(false);
  const [matches, setMatches] = useState<Matches>({ kind: 'nothing' });
  const [searchFor] = useState(() =>
    createDebouncedSearch((next) => {
      // Keep the results until the next results arrive, so that the panel does not flicker while the customer types.
      setMatches((shown) => (next.kind === 'asking' && shown.kind === 'found' ? shown : next));
    }),
  );
  // Cancel the search when another page is shown.
  useEffect(() => {
    if (page === shownOn) return () => searchFor('');
  }, [page, shownOn, searchFor]);

  if (shownOn !== page) {
    setShownOn(page);
    setText(query);
    setOpen(false);
  }

  /** If the customer has typed a text before hydration, searches for it. */
  const adoptTypedText = useCallback(
    (input: string) => {
      if (input === '') return;
      setText(input);
      setOpen(input !== query);
      if (input !== query) searchFor(input);
    },
    [query, searchFor],
  );

  return {
    adoptTypedText,
    text,
    open,
    matches,
    /**
     * Searches while the customer types. If `keepsOpen` is true, the panel stays open even without a text, because it contains
     * the search box.
     */
    typeText(next: string, keepsOpen: boolean) {
      setText(next);
      setOpen(keepsOpen || next.trim() !== '');
      searchFor(next);
    },
    retry: () => searchFor(text),
    /** Opens the panel with the results for the text in the search box. */
    show() {
      setOpen(true);
      searchFor(text);
    },
    close: () => setOpen(false),
  };
}
export type Search = ReturnType<typeof useSearch>;
