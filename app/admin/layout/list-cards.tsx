import { Link } from '../../foundation/ui/link.tsx';
import { type ListViewProps, titleColumnOf } from './list-table.tsx';

/** The rows of a list on a phone: one card each, with its title, a mark, and the other columns below. */
export function ListCards<Row extends object>({
  label,
  table,
  columns,
  pathOf,
  checkboxLabelOf,
}: ListViewProps<Row>) {
  const title = titleColumnOf(columns);
  const titled = columns.find(({ name }) => name === title);
  const mark = columns.find(({ onCard }) => onCard === 'mark');
  const lines = columns.filter(({ name, onCard = 'line' }) => name !== title && onCard === 'line');
  return (
    <ul className="cards" aria-label={label}>
      {table.getRowModel().rows.map((row) => {
        const name = titled?.cell(row.original);
        return (
          <li key={row.id}>
            {checkboxLabelOf && (
              <label className="check">
                <input
                  type="checkbox"
                  aria-label={checkboxLabelOf(row.original)}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </label>
            )}
            <div className="card-title">
              {pathOf ? (
                <Link className="link" to={pathOf(row.original)}>
                  {name}
                </Link>
              ) : (
                <b>{name}</b>
              )}
              {mark && <span>{mark.cell(row.original)}</span>}
            </div>
            <dl>
              {lines.map(({ name: line, head, cell }) => {
                const shown = cell(row.original);
                return shown === null || shown === '' ? null : (
                  <div key={line}>
                    <dt>{head}</dt>
                    <dd>{shown}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
