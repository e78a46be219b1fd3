import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as urls from '../../urls.ts';
import { createDebouncedSearch, type Matches } from './matches.ts';

/** The state of the search box and of the panel below it. A new page closes the panel. */
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
      // What has been found stays until the next answer is there: the panel does not flicker between letters.
      setMatches((shown) => (next.kind === 'asking' && shown.kind === 'found' ? shown : next));
    }),
  );
  // What was asked on one page is taken back on the next.
  useEffect(() => {
    if (page === shownOn) return () => searchFor('');
  }, [page, shownOn, searchFor]);

  if (shownOn !== page) {
    setShownOn(page);
    setText(query);
    setOpen(false);
  }

  /** What was typed into the box before the script came; an empty box was not typed into. */
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
    /** `stays` keeps the panel open without text: on a phone the box itself stands in it. */
    typeText(next: string, stays: boolean) {
      setText(next);
      setOpen(stays || next.trim() !== '');
      searchFor(next);
    },
    retry: () => searchFor(text),
    /** Opens the panel with what fits the text that already stands in the box. */
    show() {
      setOpen(true);
      searchFor(text);
    },
    close: () => setOpen(false),
  };
}
export type Search = ReturnType<typeof useSearch>;
