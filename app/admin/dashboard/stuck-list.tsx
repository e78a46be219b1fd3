import type { ReactNode } from 'react';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote } from '../layout/fields.tsx';
import { momentInWords } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { refreshOffice, setOffice, useOffice } from '../layout/use-admin.ts';
import { useTry } from '../layout/use-submit.ts';
import type { StuckThings } from './contract.ts';
import { stuckQuery, todayCalls } from './dashboard-api.ts';

/** What a machine has tried for long and given up. */
export function StuckList() {
  return (
    <WhenReady of={useOffice(stuckQuery)}>
      {({ mails, news }) => (
        <>
          <Stuck title="Mails that could not be sent" rows={mails} empty="Every mail went out.">
            {(id) => <SendAgain id={id} />}
          </Stuck>
          <Stuck
            title="News that could not be handled"
            rows={news}
            empty="All news of the bank and the courier were handled."
          />
        </>
      )}
    </WhenReady>
  );
}

type StuckProps = {
  title: string;
  rows: StuckThings['mails'];
  empty: string;
  /** What can be done about one of them. */
  children?: (id: string) => ReactNode;
};

function Stuck({ title, rows, empty, children }: StuckProps) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="soft">{empty}</p>}
      <ul className="cards">
        {rows.map((row) => (
          <li key={row.id}>
            <div className="card-title">
              <b className="wrap-anywhere">{row.words}</b>
              <span className="soft">{row.kind}</span>
            </div>
            <p className="soft wrap-anywhere">
              {momentInWords(row.at)}
              {row.error && `: ${row.error}`}
            </p>
            {children?.(row.id)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SendAgain({ id }: { id: string }) {
  const { isTrying, failure, attempt } = useTry();
  async function send() {
    const left = await attempt(() =>
      readAnswer(todayCalls.admin.today.mails[':id'].again.$post({ param: { id } })),
    );
    if (!left) return;
    setOffice(stuckQuery, left);
    await refreshOffice('today');
    notify('The post office tries it once more.');
  }
  return (
    <>
      <FailureNote failure={failure} />
      <button type="button" className="link tap" aria-disabled={isTrying} onClick={() => void send()}>
        Send it once more
      </button>
    </>
  );
}
