import { useId, useState } from 'react';
import type { Order } from '../contract.ts';
import { itemsText, toneOf } from '../messages.ts';

/** Status history of an order. Shows only the first and the last entry until the customer expands the history. */
export function Timeline({ entries }: { entries: Order['statusHistory'] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...later] = entries;
  const latest = later.at(-1);
  if (!first) return null;
  const tone = toneOf((latest ?? first).state);
  const visibleEntries = open ? entries : latest ? [first, latest] : [first];
  return (
    <>
      <ol className="time mt-5" id={id} aria-label="What has happened">
        {visibleEntries.map((entry) => (
          <li
            key={`${entry.at} ${entry.status}`}
            className={entry === entries.at(-1) ? `at ${tone === 'henna' ? '' : tone}` : undefined}
            aria-current={entry === entries.at(-1) ? 'step' : undefined}
          >
            <b>{entry.status}</b>
            <br />
            <span className="soft">
              <time dateTime={entry.at}>
                {entry.formattedDate}, {entry.formattedTime}
              </time>
              {entry.items && (
                <>
                  <br />
                  {itemsText(entry.items)}
                </>
              )}
              {entry.note && (
                <>
                  <br />
                  {entry.note}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {entries.length > 2 && (
        <button
          type="button"
          className="link tap mt-2"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close list' : 'See All Updates'}
        </button>
      )}
    </>
  );
}
