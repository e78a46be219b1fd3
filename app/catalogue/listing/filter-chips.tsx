import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { Facet, Filters } from '../contract.ts';
import { labelOfValue, listChosen, withoutValue } from './filters.ts';

type FilterChipsProps = {
  facets: readonly Facet[];
  filters: Filters;
  /** The search parameters of the listing. */
  search: string;
  className?: string;
  /** Element shown after the last chip. */
  children?: ReactNode;
};

/** Chips of the chosen filter values. Each chip links to the listing without this value. */
export function FilterChips({ facets, filters, search, className = '', children }: FilterChipsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const params = new URLSearchParams(search);
  return (
    <div className={`chips outline-none ${className}`} ref={list} tabIndex={-1}>
      {listChosen(filters).map((chosen) => (
        <Link
          className="chip"
          key={`${chosen.dimension} ${chosen.value}`}
          to={{ pathname, search: withoutValue(params, chosen.dimension, chosen.value) }}
          preventScrollReset
          // The pressed chip is removed together with its filter. Move the focus to the list of chips, so that the browser does not
          // move it to the top of the page.
          onClick={() => list.current?.focus({ preventScroll: true })}
        >
          {labelOfValue(facets, chosen)} <Icon name="x" />
          <span className="sr">, remove</span>
        </Link>
      ))}
      {children}
    </div>
  );
}
