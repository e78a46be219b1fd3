import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { ListParams } from './use-list.ts';

export type ListFilter = {
  /** Name of the filter in the request and in the page's URL. */
  name: string;
  label: string;
  /** Label of the option that turns the filter off: `All states`. */
  all: string;
  options: readonly { value: string; label: string }[];
};

type Props = {
  label: string;
  searchLabel: string | undefined;
  filters: readonly ListFilter[];
  params: ListParams;
  onParamsChange: (change: ListParams) => void;
};

/** Delay in milliseconds between the last key press and the search request. */
const pause = 250;

export function ListBar({ label, searchLabel, filters, params, onParamsChange }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useNavigation();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Cancel the delayed search when the user leaves the page, because the search would open this page again.
    if (state !== 'idle') clearTimeout(timer.current);
  }, [state]);
  const searchSoon = (q: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onParamsChange({ q }), pause);
  };
  return (
    <search className="list-bar" aria-label={label}>
      {searchLabel && (
        <label>
          <span className="sr">{searchLabel}</span>
          <input
            className="input"
            type="search"
            placeholder={searchLabel}
            defaultValue={params.q ?? ''}
            maxLength={100}
            onChange={(event) => searchSoon(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              clearTimeout(timer.current);
              onParamsChange({ q: event.currentTarget.value });
            }}
          />
        </label>
      )}
      {filters.map(({ name, label: filter, all, options }) => (
        <label key={name}>
          <span className="sr">{filter}</span>
          <select
            className="input"
            value={params[name] ?? ''}
            onChange={(event) => onParamsChange({ [name]: event.target.value })}
          >
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </search>
  );
}
