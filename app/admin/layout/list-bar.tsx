import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { ListParams } from './use-list.ts';

export type ListFilter = {
  /** Name in the query of the request and in the URL. */
  name: string;
  label: string;
  /** Label of the option for no choice: `All states`. */
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

/** Time after the last key before the search is sent, in milliseconds. */
const pause = 250;

/** Search and filters above a list. */
export function ListBar({ label, searchLabel, filters, params, onParamsChange }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useNavigation();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A search that is sent during a navigation would return to this page.
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
