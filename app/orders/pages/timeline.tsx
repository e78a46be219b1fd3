import { useId, useState } from 'react';
import type { Order, StatusEntry } from '../contract.ts';
import { itemsText } from '../messages.ts';

const settledTones: Partial<Record<NonNullable<StatusEntry['state']>, string>> = {
  delivered: '',
  refunded: '',
  cancelled: 'madder',
  expired: 'madder',
};

/** Status history of an order. Shows only the first and the last entry until the customer expands the history. */
export function Timeline({ entries }: { entries: Order['statusHistory'] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...rest] = entries;
  const latest = rest.at(-1);
  if (!first) return null;
  const shown = open ? entries : latest ? [first, latest] : [first];
  return (
    <>
      <ol className="time mt-5" id={id} aria-label="What has happened">
        {shown.map((entry) => (
          <li
            key={`${entry.at} ${entry.status}`}
            className={entry === entries.at(-1) ? `at ${toneOf(entry)}` : undefined}
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

function toneOf({ state }: StatusEntry): string {
  return state === null ? 'due' : (settledTones[state] ?? 'due');
}
