import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import * as urls from '../../urls.ts';
import type { Display, Facet, Filters, Sort } from '../contract.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm, useFilterForm } from './filter-form.tsx';
import { FilterPanel, type PanelHandle } from './filter-panel.tsx';
import {
  type Choice,
  facetsToShow,
  listChosen,
  offeredSorts,
  withoutFilters,
  writeChoice,
} from './filters.ts';
import { ListingGrid } from './listing-grid.tsx';
import type { ShownListing } from './listing-products.tsx';
import { ListingStatus, useDelayedFlag, useIsReloading, useReloadFailed } from './listing-status.tsx';
import { NoFilterResults } from './no-filter-results.tsx';

/** Id of the filter form. The field of the sort order also belongs to this form. */
const formId = 'filters';

type ListingScreenProps = {
  title: string;
  /** Text of the last breadcrumb, if it is shorter than the title. */
  crumb?: string;
  /** Hindi word shown beside the title. */
  word?: string;
  intro: string;
  display: Display;
  listing: ShownListing;
  choice: Choice;
  /** The search text. Every link and form of the listing keeps it. */
  query?: string;
  /** Content between the intro and the products. */
  above?: ReactNode;
  /** Content shown if the listing has no products, even without filters. */
  emptyState: ReactNode;
};

export function ListingScreen(props: ListingScreenProps) {
  const { title, crumb = title, listing, above, emptyState } = props;
  return (
    <div className="page">
      <nav className="crumbs" aria-label="You are here">
        <Link to={urls.home}>Home</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{crumb}</span>
      </nav>
      <Heading {...props} />
      {above}
      {listing.unfilteredTotal === 0 ? <div id="pieces">{emptyState}</div> : <Listing {...props} />}
    </div>
  );
}

function Heading({ title, word, intro, listing }: ListingScreenProps) {
  const end = <span className="num soft">{formatCount(listing.total, 'piece')}</span>;
  if (word)
    return <SectionHeading level={1} isShort hindiWord={word} title={title} intro={intro} end={end} />;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-2">
        <h1 className="plain wrap-anywhere">{title}</h1>
        {end}
      </div>
      {intro && <p className="intro">{intro}</p>}
    </>
  );
}

function Listing({ display, listing, choice, query }: ListingScreenProps) {
  const isLoading = useDelayedFlag(useIsReloading());
  const failed = useReloadFailed();
  const panel = useRef<PanelHandle>(null);
  const listingRef = useRef<HTMLDivElement>(null);
  const { search: requested } = useLocation();
  // After a failed request, the URL contains other filters than the shown listing.
  const search = writeChoice(new URLSearchParams(requested), choice);
  const { filters, sort } = choice;
  const chosen = listChosen(filters).length;
  const facets = useMemo(() => facetsToShow(listing.facets, filters), [listing.facets, filters]);
  const text: Record<string, string> = query ? { query } : {};
  const clearAll = chosen > 0 && <ClearAll search={search} />;
  const isEmpty = listing.total === 0;

  return (
    <div className={isEmpty ? undefined : 'listing'} ref={listingRef}>
      <FilterAside className={isEmpty ? 'hidden' : 'side'} {...{ facets, filters, text, clearAll }} />
      <div>
        <ListingStatus isLoading={isLoading} failed={failed} total={listing.total} />
        <div className="bar mb-4">
          {!isEmpty && <FiltersLink chosen={chosen} onOpen={() => panel.current?.open()} />}
          <FilterChips
            facets={facets}
            filters={filters}
            search={search}
            className="w-full max-md:order-last md:w-auto md:flex-1"
          >
            {chosen === 0 && legend}
            {/* Hidden on wide screens, where the filters beside the grid contain the same link. */}
            {!isEmpty && clearAll && <span className="min-[1080px]:hidden">{clearAll}</span>}
          </FilterChips>
          <SortField sort={sort} className={isEmpty ? 'hidden' : 'flex max-md:grow'} />
        </div>
        {isEmpty ? (
          <NoFilterResults listing={listing} choice={choice} search={search} />
        ) : (
          <ListingGrid
            listing={listing}
            choice={choice}
            search={search}
            display={display}
            isLoading={isLoading}
          />
        )}
      </div>
      <FilterPanel
        ref={panel}
        facets={facets}
        filters={filters}
        hiddenFields={sort === 'featured' ? text : { ...text, sort }}
        search={search}
        total={listing.total}
        isLoading={isLoading}
        failed={failed}
        onShow={() => listingRef.current?.scrollIntoView()}
      />
    </div>
  );
}

const legend = (
  <p className="legend">
    <Fringe days={7} /> Each thread is one day of work
  </p>
);

type FilterAsideProps = {
  className: string;
  facets: readonly Facet[];
  filters: Filters;
  text: Readonly<Record<string, string>>;
  clearAll: ReactNode;
};

/** Filters beside the grid. In a browser without scripts, {@link FiltersLink} leads here. */
function FilterAside({ className, facets, filters, text, clearAll }: FilterAsideProps) {
  return (
    <aside
      className={`outline-none target:block ${className}`}
      id="choose"
      aria-label="Filters"
      tabIndex={-1}
    >
      <div className="flex min-h-11 items-center justify-between">
        <b>Filters</b>
        {clearAll}
      </div>
      <FilterForm id={formId} facets={facets} filters={filters} hiddenFields={text}>
        <noscript>
          <button className="btn wide" type="submit">
            Show pieces
          </button>
        </noscript>
      </FilterForm>
    </aside>
  );
}

function ClearAll({ search }: { search: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      className="link tap"
      to={{ pathname, search: withoutFilters(new URLSearchParams(search)) }}
      preventScrollReset
      // The pressed link is removed together with the chosen filters. Move the focus to the element that contains the link.
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
      }
    >
      Clear All
    </Link>
  );
}

/** Link to the filters. Opens the panel. In a browser without scripts, shows the filters by `:target`. */
function FiltersLink({ chosen, onOpen }: { chosen: number; onOpen: () => void }) {
  const { search } = useLocation();
  return (
    <Link
      className="btn quiet small filterbtn"
      to={{ search, hash: 'choose' }}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <Icon name="sliders-horizontal" />
      {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
    </Link>
  );
}

/** The sort order, with a submit button for browsers without scripts. */
function SortField({ sort, className }: { sort: Sort; className: string }) {
  return (
    <div className={`min-w-0 items-center justify-end gap-2 ${className}`}>
      <SortSelect form={formId} sort={sort} />
      <noscript>
        <button className="btn quiet small" type="submit" form={formId}>
          Sort
        </button>
      </noscript>
    </div>
  );
}

/** Field of the sort order. It belongs to the form with the id `form`. With scripts, a change applies at once. */
function SortSelect({ form, sort }: { form: string; sort: Sort }) {
  const select = useRef<HTMLSelectElement>(null);
  const send = useFilterForm();
  const { key } = useLocation();

  // After a failed request, the listing still has the previous sort order. Show it in the field again.
  useEffect(() => {
    if (key && select.current) select.current.value = sort;
  }, [sort, key]);

  return (
    <label className="flex min-w-0 items-center gap-2.5">
      <span className="max-md:sr-only">Sort by</span>
      <select
        className="input"
        ref={select}
        name="sort"
        form={form}
        defaultValue={sort}
        onChange={(event) => {
          if (event.currentTarget.form) send(event.currentTarget.form);
        }}
      >
        {offeredSorts.map(({ value, label }) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
