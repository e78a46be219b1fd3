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

/**
 * True if a field has changed since the page was rendered. Compares the fields, not URLs, because URLs can write the same choice
 * in many ways.
 */
function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  });
}

/**
 * Returns a function that navigates to the listing with the values chosen in a filter form, without scrolling. `replace` replaces
 * the current history entry.
 */
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
  /** Hidden fields that are sent with the filters, such as the search text. */
  hiddenFields: Readonly<Record<string, string>>;
  children?: ReactNode;
};

/**
 * Filters as a GET form. The button sends the form; with JavaScript, each change sends the form. The checkboxes are uncontrolled,
 * so they keep a choice while the page loads, and a second quick change is sent together with the first.
 */
export function FilterForm({ id, facets, filters, hiddenFields, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const send = useFilterForm();
  const { pathname, key } = useLocation();
  const shownFor = useRef<string>(undefined);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // Apply a change that the shopper made before the script had loaded.
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

/**
 * True if the list of a filter's values is open at first. The lists for type and pattern are open only if they have a chosen
 * value, because few shoppers use them.
 */
function opensAtOnce(dimension: Facet['dimension'], filters: Filters): boolean {
  return (dimension !== 'type' && dimension !== 'pattern') || (filters[dimension] ?? []).length > 0;
}
