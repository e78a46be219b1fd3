import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { stateLabels } from '../../orders/rules.ts';
import { formatTime } from '../layout/format-times.ts';

const actorLabels: Readonly<Record<string, string>> = {
  shopper: 'the shopper',
  merchant: 'the shop',
  courier: 'the courier',
  bank: 'the bank',
  clock: 'its time ran out',
};

/** All that has happened, the latest first, and who did it. */
export function OrderTimeline({ order: { history } }: { order: AdminOrder }) {
  return (
    <section>
      <h2>What has happened</h2>
      <ol className="timeline" aria-label="What has happened">
        {history.toReversed().map((entry, index) => (
          <li key={`${entry.at} ${entry.state}`} aria-current={index === 0 ? 'step' : undefined}>
            <b>{stateLabels[entry.state]}</b>
            <br />
            <span className="soft">
              <time dateTime={entry.at}>{formatTime(entry.at)}</time>,{' '}
              {actorLabels[entry.actor] ?? entry.actor}
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
    </section>
  );
}
