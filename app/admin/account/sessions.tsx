import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { formatTime } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import { browserName } from './browser-name.ts';

const sessionsQuery = adminQuery(['sessions'], (options) => adminApi.me.sessions.$get({}, options));

/** The sessions of the signed-in member, with buttons that end them. */
export function Sessions() {
  const { failure, attempt } = useSubmit();
  async function end(request: () => Promise<{ message: string }>) {
    const ended = await attempt(request);
    await refreshAdmin('sessions');
    if (ended) notify(ended.message);
  }
  const endSession = (id: string) =>
    end(() => readResponse(adminApi.me.sessions[':id'].$delete({ param: { id } })));
  const endOtherSessions = () => end(() => readResponse(adminApi.me.sessions.$delete()));

  return (
    <section>
      <h2>Where you are signed in</h2>
      <FailureNote failure={failure} />
      <WhenReady query={useAdminQuery(sessionsQuery)}>
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
