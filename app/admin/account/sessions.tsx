import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote } from '../layout/fields.tsx';
import { formatTime } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { type AdminQuery, refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import type { StaffSession } from '../sign-in/contract.ts';
import { signInApi } from '../sign-in/sign-in-api.ts';
import { browserName } from './browser-name.ts';

const sessions: AdminQuery<{ sessions: StaffSession[] }> = {
  key: ['sessions'],
  fetch: (signal) => readResponse(signInApi.admin.me.sessions.$get({}, { init: { signal } })),
};

/** Where one is signed in, and how to end it there. */
export function Sessions() {
  const { failure, attempt } = useSubmit();
  async function end(ask: () => Promise<unknown>, text: string) {
    const ended = await attempt(async () => {
      await ask();
      return true;
    });
    await refreshAdmin('sessions');
    if (ended) notify(text);
  }
  const endSession = (id: string) =>
    end(
      () => readResponse(signInApi.admin.me.sessions[':id'].$delete({ param: { id } })),
      'That session has ended.',
    );
  const endOtherSessions = () =>
    end(() => readResponse(signInApi.admin.me.sessions.$delete()), 'You are logged out everywhere else.');

  return (
    <section>
      <h2>Where you are signed in</h2>
      <FailureNote failure={failure} />
      <WhenReady query={useAdminQuery(sessions)}>
        {(found) => (
          <>
            <ul className="cards">
              {found.sessions.map(({ id, browser, createdAt, seenAt, isCurrent }) => (
                <li key={id}>
                  <div className="card-title">
                    <b>{browserName(browser)}</b>
                    {isCurrent ? (
                      <span className="henna">this one</span>
                    ) : (
                      <button type="button" className="link" onClick={() => void endSession(id)}>
                        End it<span className="sr">: {browserName(browser)}</span>
                      </button>
                    )}
                  </div>
                  <p className="soft">
                    Since {formatTime(createdAt)}, last used {formatTime(seenAt)}
                  </p>
                </li>
              ))}
            </ul>
            {found.sessions.length > 1 && (
              <button type="button" className="btn quiet" onClick={() => void endOtherSessions()}>
                Log out everywhere else
              </button>
            )}
          </>
        )}
      </WhenReady>
    </section>
  );
}
