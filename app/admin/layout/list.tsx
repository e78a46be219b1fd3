import { type ReactNode, useState } from 'react';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { ActionButton } from './action-button.tsx';
import { ListBar, type ListFilter } from './list-bar.tsx';
import { Failed, Loading } from './loading.tsx';
import type { AdminList, ListPart } from './use-list.ts';

export type ListColumn<Row> = {
  /** Unique name of the column. Also the sort order's name in the API, if the list can be sorted by this column. */
  name: string;
  head: string;
  cell: (row: Row) => ReactNode;
  sorts?: boolean;
  /** Aligns numbers at the end of the cell. */
  side?: 'end';
  /**
   * Place of the cell on a phone's card: as the title, as the status beside the title (`mark`), or not shown. By default a
   * labelled line below the title.
   */
  onCard?: 'title' | 'mark' | 'never';
};

export const optionsOf = (labels: Readonly<Record<string, string>>): ListFilter['options'] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

type Props<Row> = {
  /** Plural name of the rows: `Orders`. */
  label: string;
  list: AdminList<ListPart<Row>>;
  columns: readonly ListColumn<Row>[];
  /** Returns the URL of a row, which the row's title links to. */
  pathOf?: (row: Row) => string;
  /** Names the fields that the search covers: `Number, name or product`. Undefined for a list without a search. */
  searchLabel?: string;
  filters?: readonly ListFilter[];
  empty: string;
  /** Lets the user select rows. Contains the label of a row's checkbox and the buttons for the selected rows. */
  selection?: { labelOf: (row: Row) => string; actions: (keys: string[], clear: () => void) => ReactNode };
};

/** List of an admin screen: search, filters, and a table. The style sheet shows the table as cards on phones. */
export function List<Row extends { id: string }>(props: Props<Row>) {
  const { label, list, searchLabel, filters = [], empty, selection } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const keys = list.rows.map(({ id }) => id).filter((key) => chosen.includes(key));

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
          <span>{keys.length} selected</span>
          {selection.actions(keys, () => setChosen([]))}
        </div>
      )}
      {list.status === 'waiting' && <Loading />}
      {list.status === 'failed' && <Failed failed={list} />}
      {list.status === 'ready' && list.rows.length === 0 && (
        <EmptyRod>
          <p role="status">{empty}</p>
        </EmptyRod>
      )}
      {list.rows.length > 0 && (
        <ListTable
          {...props}
          chosen={keys}
          onChoose={(some, isChosen) =>
            setChosen([...chosen.filter((key) => !some.includes(key)), ...(isChosen ? some : [])])
          }
        />
      )}
      {list.hasMore && (
        <p className="list-more">
          <ActionButton className="btn quiet" isDisabled={list.isLoadingMore} onClick={list.loadMore}>
            {list.isLoadingMore ? 'Loading...' : 'Show more'}
          </ActionButton>
        </p>
      )}
    </section>
  );
}

type TableProps<Row> = Props<Row> & {
  chosen: readonly string[];
  onChoose: (keys: readonly string[], isChosen: boolean) => void;
};

/**
 * Table of the list. Sets ARIA roles explicitly, because browsers may drop the implicit roles of elements whose `display` is
 * changed.
 */
function ListTable<Row extends { id: string }>({
  label,
  list,
  columns,
  pathOf,
  selection,
  chosen,
  onChoose,
}: TableProps<Row>) {
  const { rows, params, setParams } = list;
  const ids = rows.map(({ id }) => id);
  return (
    <div className="scroll">
      <table role="table" className="tab list-table">
        <caption className="sr">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="choose">
                <Checkbox
                  label="Select all"
                  isChecked={chosen.length === rows.length}
                  onChange={(isChecked) => onChoose(ids, isChecked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.name}
                column={column}
                sort={params.sort}
                onSort={(sort) => setParams({ sort })}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {selection && (
                <td role="cell" className="choose">
                  <Checkbox
                    label={selection.labelOf(row)}
                    isChecked={chosen.includes(row.id)}
                    onChange={(isChecked) => onChoose([row.id], isChecked)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} path={pathOf?.(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadCellProps<Row> = {
  column: ListColumn<Row>;
  /** Name of the column that the list is sorted by, with a leading `-` if descending. */
  sort: string | undefined;
  onSort: (sort: string) => void;
};

/** Button in a column's heading. Each click changes the sort order: ascending, descending, then the list's default. */
function HeadCell<Row>({ column: { name, head, sorts, side }, sort, onSort }: HeadCellProps<Row>) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  const next = { none: name, ascending: `-${name}`, descending: '' };
  return (
    <th role="columnheader" scope="col" className={side && 'r'} aria-sort={sorts ? direction : undefined}>
      {sorts ? (
        <button type="button" onClick={() => onSort(next[direction])}>
          {head}
          {direction !== 'none' && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
        </button>
      ) : (
        head
      )}
    </th>
  );
}

type CellProps<Row> = { column: ListColumn<Row>; row: Row; path: string | undefined };

/** A cell of the table. Only cards show the label. A card omits a cell without content. */
function Cell<Row>({ column: { head, cell, side, onCard }, row, path }: CellProps<Row>) {
  const content = cell(row);
  const isEmpty = content === null || content === '';
  return (
    <td role="cell" className={side && 'r'} data-card={onCard}>
      {!isEmpty && !onCard && <span className="list-label">{head}</span>}
      {onCard === 'title' && path ? (
        <Link className="link" to={path}>
          {content}
        </Link>
      ) : (
        !isEmpty && <div>{content}</div>
      )}
    </td>
  );
}

type CheckboxProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
