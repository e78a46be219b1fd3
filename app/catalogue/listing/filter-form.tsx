import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { Facet, Filters } from '../contract.ts';
import { firstPageSearch, isChosen } from './filters.ts';

function searchOf(form: HTMLFormElement): string {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.append(name, value);
  return firstPageSearch(search);
}

/** True when a field is not as the page came: the address may write the same choice in many ways, fields only in one. */
function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  });
}

/** Leads to what a filter form asks for, without moving the page; `replace` leaves no step to go back to. */
export function useFilterForm() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (form: HTMLFormElement, { replace = false } = {}) => {
      void navigate({ pathname, search: searchOf(form) }, { preventScrollReset: true, replace });
    },
    [navigate, pathname],
  );
}

type FilterFormProps = {
  id: string;
  facets: readonly Facet[];
  filters: Filters;
  /** Hidden fields sent with the filters: the search text and the sort order. */
  hiddenFields: Readonly<Record<string, string>>;
  children?: ReactNode;
};

/** Filters as a GET form, sent by its button or, with JavaScript, by each change. Boxes are uncontrolled, so quick changes add up. */
export function FilterForm({ id, facets, filters, hiddenFields, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const send = useFilterForm();
  const { pathname, key } = useLocation();
  const shownFor = useRef<string>(undefined);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // Somebody may have ticked a box, or chosen an order, before the script came; that is an answer, not a leftover.
    const isFirst = shownFor.current === undefined;
    shownFor.current = key;
    if (isFirst && isTouched(current)) return send(current, { replace: true });
    for (const box of current.querySelectorAll('input')) box.checked = box.defaultChecked;
  }, [key, send]);

  return (
    <form
      id={id}
      ref={form}
      method="get"
      action={pathname}
      autoComplete="off"
      onChange={(event) => send(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {facets.map((facet) => (
        <FacetChoices facet={facet} filters={filters} key={facet.dimension} />
      ))}
      {children}
    </form>
  );
}

const FacetChoices = memo(function FacetChoices({ facet, filters }: { facet: Facet; filters: Filters }) {
  const { dimension, title, values } = facet;
  return (
    <details className="facet" open={opensAtOnce(dimension, filters)}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <fieldset>
        <legend className="sr">{title}</legend>
        {values.map(({ value, label, count, swatch }) => (
          <label className="check" key={value}>
            <input
              type="checkbox"
              name={dimension}
              value={value}
              defaultChecked={isChosen(filters, dimension, value)}
            />
            {swatch && <span className="dot" style={{ '--c': swatch }} />}
            <span>{label}</span>
            <span className="n">{count}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
});

/** Type and pattern matter to few, so they stay folded until something is chosen in them. */
function opensAtOnce(dimension: Facet['dimension'], filters: Filters): boolean {
  return (dimension !== 'type' && dimension !== 'pattern') || (filters[dimension] ?? []).length > 0;
}
