import { type Ref, useId } from 'react';
import { Form } from 'react-router';
import type { Product } from '../../catalogue/contract.ts';
import { SmallCard } from '../../catalogue/product-card/small-card.tsx';
import { maxQueryLength, struckPrice } from '../../catalogue/rules.ts';
import { formatRupees } from '../../foundation/money.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { matchesLabel } from './matches.ts';
import type { Search } from './use-search.ts';

type BoxProps = {
  search: Search;
  className: string;
  input?: Ref<HTMLInputElement>;
  inPanel?: boolean;
};

/** Search box: a plain form that leads to the search page. With JavaScript, it also shows results while the customer types. */
export function SearchBox({ search, className, input, inPanel = false }: BoxProps) {
  const id = useId();
  return (
    <Form
      className={`search ${className}`}
      role="search"
      action={urls.search}
      method="get"
      onSubmit={search.close}
    >
      <Icon name="search" />
      <label className="sr" htmlFor={id}>
        Search
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        name="query"
        placeholder="What are you looking for ?"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxQueryLength}
        value={search.text}
        onChange={({ currentTarget }) => search.typeText(currentTarget.value, inPanel)}
      />
    </Form>
  );
}

/** Panel with the results, below the header. On phones, it also contains the search box. */
export function SearchPanel({ search }: { search: Search }) {
  const isBlank = search.text.trim() === '';
  return (
    <div id="search-panel" className={isBlank ? 'results phone-only' : 'results'} hidden={!search.open}>
      <div className="page">
        {search.open && <SearchBox search={search} className="phone-only" input={focusInput} inPanel />}
        {!isBlank && (
          <>
            <div className="head">
              <h2 className="over font-text">RECOMMENDED FOR YOU</h2>
              <span className="small soft" role="status">
                {matchesLabel(search.matches)}
              </span>
            </div>
            <Results search={search} />
          </>
        )}
      </div>
    </div>
  );
}

/** Focuses the search box in the panel. The box is visible only on phones, so this does nothing on larger screens. */
function focusInput(input: HTMLInputElement | null) {
  input?.focus();
}

const cardSizes = '(min-width: 768px) 16vw, 45vw';
const cardWidths = [160, 320, 480] as const;

/** The results as cards. Shows a text instead if there are no results or the search has failed. */
function Results({ search }: { search: Search }) {
  const { matches } = search;
  if (matches.kind === 'failed') {
    return (
      <p className="alert" role="alert">
        <Icon name="circle-alert" />
        <span>
          We could not search just now.{' '}
          <button type="button" className="link tap" onClick={search.retry}>
            Try again
          </button>
        </span>
      </p>
    );
  }
  if (matches.kind !== 'found') return null;
  if (matches.products.length === 0) {
    return (
      <p>
        We found nothing for that. Try a craft, a fabric or a colour, or{' '}
        <Link className="link tap" to={urls.category} onClick={search.close}>
          browse the categories
        </Link>
        .
      </p>
    );
  }
  return (
    <>
      <div className="product-grid">
        {matches.products.map((product) => (
          <SmallCard
            key={product._id}
            product={product}
            sizes={cardSizes}
            widths={cardWidths}
            onGo={search.close}
          >
            <MatchPrice product={product} />
          </SmallCard>
        ))}
      </div>
      <Link
        className="link tap mt-3"
        to={`${urls.search}?${new URLSearchParams({ query: matches.text })}`}
        onClick={search.close}
      >
        See all results for “{matches.text}”
      </Link>
    </>
  );
}

/** Price of a product. The struck-through price is the MRP, which is shown only if it is above the price. */
function MatchPrice({ product }: { product: Product }) {
  const struck = struckPrice(product);
  return (
    <>
      {struck !== undefined && (
        <>
          <s className="mrp num">
            <span className="sr">MRP </span>
            {formatRupees(struck)}
          </s>{' '}
        </>
      )}
      <span className="price">{formatRupees(product.price)}</span>
    </>
  );
}
