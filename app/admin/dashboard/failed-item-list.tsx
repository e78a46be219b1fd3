import type { ReactNode } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi, failedItemsQuery } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { refreshAdmin, setAdminData, useAdminQuery } from '../layout/use-admin.ts';
import type { FailedItems } from './contract.ts';

/** Lists the emails and webhook events that failed after the last retry. */
export function FailedItemList() {
  return (
    <WhenReady query={useAdminQuery(failedItemsQuery)}>
      {({ emails, webhooks }) => (
        <>
          <FailedSection
            title="Emails that could not be sent"
            rows={emails}
            emptyText="All emails were sent."
          >
            {({ id }) => <RetryEmail id={id} label="Send again" />}
          </FailedSection>
          <FailedSection
            title="Messages from the bank or the courier that this website could not process"
            rows={webhooks}
            emptyText="All messages from the bank and the courier were processed."
          >
            {({ kind: provider, id }) => (
              <RetryButton
                label="Try again"
                retry={() => adminApi.events[':provider'][':id'].retry.$post({ param: { provider, id } })}
                done="The shop tries again to process the message."
              />
            )}
          </FailedSection>
        </>
      )}
    </WhenReady>
  );
}

type FailedItem = FailedItems['emails'][number];

type FailedSectionProps = {
  title: string;
  rows: readonly FailedItem[];
  emptyText: string;
  /** Renders the buttons of an item. */
  children: (row: FailedItem) => ReactNode;
};

function FailedSection({ title, rows, emptyText, children }: FailedSectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="soft">{emptyText}</p>}
      <ul className="cards">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <div className="card-title">
              <b className="wrap-anywhere">{row.text}</b>
              <span className="soft">{row.kind}</span>
            </div>
            <p className="soft wrap-anywhere">
              {formatDateTime(row.at)}
              {row.error && `: ${row.error}`}
            </p>
            {children(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RetryEmail({ id, label }: { id: string; label: string }) {
  return (
    <RetryButton
      label={label}
      retry={() => adminApi.emails[':id'].retry.$post({ param: { id } })}
      done="The shop tries again to send the email."
    />
  );
}

type RetryButtonProps = {
  label: string;
  retry: () => ReturnType<(typeof adminApi.emails)[':id']['retry']['$post']>;
  /** Text of the notice after the retry is scheduled. */
  done: string;
};

function RetryButton({ label, retry, done }: RetryButtonProps) {
  const { isPending, failure, attempt } = useSubmit();
  async function send() {
    const itemsLeft = await attempt(() => readResponse(retry()));
    if (!itemsLeft) return;
    await setAdminData(failedItemsQuery, () => itemsLeft);
    await refreshAdmin('dashboard', 'sent-notifications');
    notify(done);
  }
  return (
    <>
      <FailureNote failure={failure} />
      <ActionButton className="link tap" isDisabled={isPending} onClick={send}>
        {label}
      </ActionButton>
    </>
  );
}
