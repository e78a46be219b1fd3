import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { ListColumn, ListModel } from './list.tsx';

export type ListViewProps<Row extends object> = {
  label: string;
  table: ListModel<Row>;
  columns: readonly ListColumn<Row>[];
  pathOf: ((row: Row) => string) | undefined;
  /** The accessible name of a row's checkbox; undefined if rows cannot be chosen. */
  checkboxLabelOf: ((row: Row) => string) | undefined;
};

/** Which column names the row. */
export function titleColumnOf<Row>(columns: readonly ListColumn<Row>[]): string | undefined {
  return (columns.find(({ onCard }) => onCard === 'title') ?? columns[0])?.name;
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/** The rows of a list where there is room for a table. */
export function ListTable<Row extends object>({
  label,
  table,
  columns,
  pathOf,
  checkboxLabelOf,
}: ListViewProps<Row>) {
  const title = titleColumnOf(columns);
  const sideOf = new Map(columns.map(({ name, side }) => [name, side === 'end' ? 'r' : undefined]));
  return (
    <div className="scroll">
      <table className="tab">
        <caption className="sr">{label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {checkboxLabelOf && (
                <th className="choose">
                  <label className="check">
                    <input
                      type="checkbox"
                      aria-label="Choose all"
                      checked={table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </label>
                </th>
              )}
              {group.headers.map((header) => {
                const { column } = header;
                const sorted = column.getIsSorted() || 'none';
                return (
                  <th
                    key={header.id}
                    className={sideOf.get(column.id)}
                    aria-sort={column.getCanSort() ? ariaSort[sorted] : undefined}
                  >
                    {column.getCanSort() ? (
                      <button type="button" onClick={column.getToggleSortingHandler()}>
                        <table.FlexRender header={header} />
                        {sorted !== 'none' && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {checkboxLabelOf && (
                <td className="choose">
                  <label className="check">
                    <input
                      type="checkbox"
                      aria-label={checkboxLabelOf(row.original)}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </label>
                </td>
              )}
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={sideOf.get(cell.column.id)}>
                  {pathOf && cell.column.id === title ? (
                    <Link className="link" to={pathOf(row.original)}>
                      <table.FlexRender cell={cell} />
                    </Link>
                  ) : (
                    <table.FlexRender cell={cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
