import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as urls from '../../urls.ts';
import { createDebouncedSearch, type Matches } from './matches.ts';

/** Returns the state of the search box and its panel. A new page closes the panel. */
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
      // The results stay until the next ones arrive, so the panel does not flicker while the customer types.
      setMatches((shown) => (next.kind === 'asking' && shown.kind === 'found' ? shown : next));
    }),
  );
  // Cancels the search of one page when the next one is shown.
  useEffect(() => {
    if (page === shownOn) return () => searchFor('');
  }, [page, shownOn, searchFor]);

  if (shownOn !== page) {
    setShownOn(page);
    setText(query);
    setOpen(false);
  }

  /** Searches for the text that was typed before hydration. An empty box had no input. */
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
    /** Searches while the customer types. `keepsOpen`: the panel is open without a text too, because it contains the box. */
    typeText(next: string, keepsOpen: boolean) {
      setText(next);
      setOpen(keepsOpen || next.trim() !== '');
      searchFor(next);
    },
    retry: () => searchFor(text),
    /** Opens the panel with the results for the text in the box. */
    show() {
      setOpen(true);
      searchFor(text);
    },
    close: () => setOpen(false),
  };
}
export type Search = ReturnType<typeof useSearch>;
