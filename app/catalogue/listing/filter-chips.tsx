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
  /** Stands behind the last chip. */
  children?: ReactNode;
};

/** What is chosen, one chip each; a chip is a link to the listing without it. */
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
          // The chip goes away with its filter; the focus stays with the others, not at the top of the page.
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
