import {
  type ReactTable,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { ListBar, type ListFilter } from './list-bar.tsx';
import { ListCards } from './list-cards.tsx';
import { ListTable } from './list-table.tsx';
import { Failed, Loading } from './loading.tsx';
import type { AdminList, ListPart } from './use-list.ts';
import { useWide } from './use-wide.ts';

export type ListColumn<Row> = {
  /** Its name; also what the call knows the order by. */
  name: string;
  head: string;
  cell: (row: Row) => ReactNode;
  sorts?: boolean;
  /** Numbers stand at the end. */
  side?: 'start' | 'end';
  /**
   * Where it stands on a phone's card: its `title` (the first column, unless told otherwise), its `mark` beside the
   * title, a `line` below it (the others), or `never`.
   */
  onCard?: 'title' | 'mark' | 'line' | 'never';
};

type Props<Row, Part extends ListPart<Row>> = {
  /** What the rows are: `Orders`. */
  label: string;
  list: Omit<AdminList<Part>, 'rows'> & { rows: Row[] };
  /** Make them once, outside of components. */
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => string;
  /** Where a row's title leads. */
  pathOf?: (row: Row) => string;
  /** What can be searched for: `Number, name or piece`. Without it there is no search. */
  searchLabel?: string;
  filters?: readonly ListFilter[];
  /** What is said when there is nothing. */
  empty: string;
  /** Lets rows be chosen: the accessible name of a row's checkbox, and the actions for the chosen rows. */
  selection?: { labelOf: (row: Row) => string; actions: (keys: string[], clear: () => void) => ReactNode };
};

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });
export type ListModel<Row extends object> = ReactTable<typeof features, Row>;

/** A list of the back office: a table where there is room, cards on a phone. */
export function List<Row extends object, Part extends ListPart<Row>>(props: Props<Row, Part>) {
  const { label, list, columns, keyOf, pathOf, searchLabel, filters = [], empty, selection } = props;
  const [chosen, setChosen] = useState<RowSelectionState>({});
  const wide = useWide();
  const sorting = readSort(list.params.sort ?? '');
  const table = useTable({
    features,
    columns: useMemo(
      () =>
        columns.map(({ name, head, cell, sorts = false }) => ({
          id: name,
          header: head,
          accessorFn: () => name,
          enableSorting: sorts,
          cell: ({ row }: { row: { original: Row } }) => cell(row.original),
        })),
      [columns],
    ),
    data: list.rows,
    getRowId: keyOf,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting, rowSelection: chosen },
    onSortingChange: (change) => {
      list.setParams({ sort: writeSort(typeof change === 'function' ? change(sorting) : change) });
    },
    onRowSelectionChange: setChosen,
  });
  const keys = list.rows.map(keyOf).filter((key) => chosen[key]);
  const shown = { label, table, columns, pathOf, checkboxLabelOf: selection?.labelOf };

  return (
    <section aria-label={label}>
      {(searchLabel !== undefined || filters.length > 0) && (
        <ListBar
          label={`Find ${label.toLowerCase()}`}
          searchLabel={searchLabel}
          filters={filters}
          params={list.params}
          onParamsChange={list.setParams}
        />
      )}
      {selection && keys.length > 0 && (
        <div className="list-chosen" role="status">
          <span>{keys.length} chosen</span>
          {selection.actions(keys, () => setChosen({}))}
        </div>
      )}
      {list.status === 'waiting' && <Loading />}
      {list.status === 'failed' && <Failed text={list.message} onRetry={list.retry} />}
      {list.status === 'ready' && list.rows.length === 0 && (
        <EmptyRod>
          <p role="status">{empty}</p>
        </EmptyRod>
      )}
      {list.rows.length > 0 && (wide ? <ListTable {...shown} /> : <ListCards {...shown} />)}
      {list.hasMore && (
        <p className="list-more">
          <button
            type="button"
            className="btn quiet"
            aria-disabled={list.isLoadingMore}
            onClick={list.loadMore}
          >
            {list.isLoadingMore ? 'Loading...' : 'Show more'}
          </button>
        </p>
      )}
    </section>
  );
}

/** `-total` → by total, the greatest first. */
function readSort(sort: string): SortingState {
  if (!sort) return [];
  return [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

function writeSort([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : '';
}
