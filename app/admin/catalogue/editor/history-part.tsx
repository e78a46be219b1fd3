import { historyQuery } from '../../admin-api.ts';
import { formatTime } from '../../layout/format-times.ts';
import { WhenReady } from '../../layout/loading.tsx';
import { useAdminQuery } from '../../layout/use-admin.ts';

/** Changes of the product and its stock, with their authors. */
export function HistoryPart({ id }: { id: string }) {
  const history = useAdminQuery(historyQuery(id));
  return (
    <section>
      <h2>Last changes</h2>
      <WhenReady query={history}>
        {({ entries }) => (
          <ul className="product-history">
            {entries.map(({ id: entry, at, author, text }) => (
              <li key={entry}>
                <span className="soft">
                  {formatTime(at)}
                  {author && `, ${author}`}
                </span>
                <span className="wrap-anywhere">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </WhenReady>
    </section>
  );
}
