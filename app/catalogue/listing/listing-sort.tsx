import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Sort } from '../contract.ts';
import { useFilterForm } from './filter-form.tsx';
import { offeredSorts } from './filters.ts';

/** The order of the pieces, as a field of the filter form `form`; with script a change applies at once. */
export function SortSelect({ form, sort }: { form: string; sort: Sort }) {
  const select = useRef<HTMLSelectElement>(null);
  const send = useFilterForm();
  const { key } = useLocation();

  // After a failed read the listing has the order that it had before.
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
