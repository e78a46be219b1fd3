import { readAnswer } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote } from '../layout/fields.tsx';
import { momentInWords } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { type OfficeQuery, refreshOffice, useOffice } from '../layout/use-admin.ts';
import { useTry } from '../layout/use-submit.ts';
import type { StaffSession } from '../sign-in/contract.ts';
import { doorCalls } from '../sign-in/sign-in-api.ts';
import { browserInWords } from './browser-name.ts';

const sessions: OfficeQuery<{ sessions: StaffSession[] }> = {
  key: ['sessions'],
  fetch: (signal) => readAnswer(doorCalls.admin.me.sessions.$get({}, { init: { signal } })),
};

/** Where one is signed in, and how to end it there. */
export function Sessions() {
  const { failure, attempt } = useTry();
  async function end(ask: () => Promise<unknown>, words: string) {
    const ended = await attempt(async () => {
      await ask();
      return true;
    });
    await refreshOffice('sessions');
    if (ended) notify(words);
  }
  const endOne = (id: string) =>
    end(
      () => readAnswer(doorCalls.admin.me.sessions[':id'].$delete({ param: { id } })),
      'That session has ended.',
    );
  const endOthers = () =>
    end(() => readAnswer(doorCalls.admin.me.sessions.$delete()), 'You are logged out everywhere else.');

  return (
    <section>
      <h2>Where you are signed in</h2>
      <FailureNote failure={failure} />
      <WhenReady of={useOffice(sessions)}>
        {(found) => (
          <>
            <ul className="cards">
              {found.sessions.map(({ id, browser, createdAt, seenAt, isThis }) => (
                <li key={id}>
                  <div className="card-title">
                    <b>{browserInWords(browser)}</b>
                    {isThis ? (
                      <span className="henna">this one</span>
                    ) : (
                      <button type="button" className="link" onClick={() => void endOne(id)}>
                        End it<span className="sr">: {browserInWords(browser)}</span>
                      </button>
                    )}
                  </div>
                  <p className="soft">
                    Since {momentInWords(createdAt)}, last used {momentInWords(seenAt)}
                  </p>
                </li>
              ))}
            </ul>
            {found.sessions.length > 1 && (
              <button type="button" className="btn quiet" onClick={() => void endOthers()}>
                Log out everywhere else
              </button>
            )}
          </>
        )}
      </WhenReady>
    </section>
  );
}
