import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { AdminDialog, ConfirmButton, DialogButton } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import { signOutStaff, useMe } from '../sign-in/me.ts';
import { RecoveryCodeList } from '../sign-in/recovery-code-list.tsx';
import { SetUpStep } from '../sign-in/set-up-step.tsx';
import { browserName } from './browser-name.ts';

export const meta = () => adminMeta('My account');

export default function AccountPage() {
  return (
    <Screen title="My account" end={<ActionButton onClick={signOutStaff}>Log out</ActionButton>}>
      <WhenReady query={useMe()}>
        {({ email, name, role, recoveryCodesLeft }) => (
          <>
            <p>
              {name ? `${name}, ` : ''}
              <span className="wrap-anywhere">{email}</span>, {role}
            </p>
            <section className="mt-6">
              <h2>Notifications</h2>
              <p className="mb-2 max-w-[62ch]">The shop can email you about new orders and other work.</p>
              <Link className="btn quiet" to={urls.adminNotifications}>
                My notifications
              </Link>
            </section>
            <RecoveryCodes left={recoveryCodesLeft} />
            <AuthenticatorApp />
          </>
        )}
      </WhenReady>
      <Sessions />
    </Screen>
  );
}

function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<string[]>();
  const forget = () => setCodes(undefined);
  async function renew() {
    const { recoveryCodes } = await readResponse(adminApi.me['recovery-codes'].$post());
    await refreshAdmin('me', 'audit-log');
    setCodes(recoveryCodes);
  }
  return (
    <section className="mt-6">
      <h2>Recovery codes</h2>
      <p className="mb-2 max-w-[62ch]">
        {left === 0
          ? 'You have no recovery codes left. Please make new ones now, so that you can sign in if you lose your phone.'
          : `${left} ${left === 1 ? 'code is' : 'codes are'} left. If you lose your phone, each code lets you sign in once.`}
      </p>
      <ConfirmButton
        label="Make new codes"
        title="Make ten new recovery codes?"
        text="The old codes will no longer work."
        confirmLabel="Make ten codes"
        onConfirm={renew}
      />
      {codes && (
        <AdminDialog onClose={forget} title="Your recovery codes">
          <RecoveryCodeList codes={codes} onDone={forget} />
        </AdminDialog>
      )}
    </section>
  );
}

function AuthenticatorApp() {
  return (
    <section className="mt-6">
      <h2>Authenticator app</h2>
      <p className="mb-2 max-w-[62ch]">
        Do you have a new phone? Set up the app on it. The app on the old phone works until you have confirmed
        the new one.
      </p>
      <DialogButton label="Set up a new authenticator app" title="Set up a new authenticator app">
        {(close) => (
          <SetUpStep
            offer={() => readResponse(adminApi.me.totp.$post())}
            confirm={(code) => readResponse(adminApi.me.totp.confirm.$post({ json: { code } }))}
            onDone={({ message }) => {
              close();
              notify(message);
              void refreshAdmin('audit-log');
            }}
          />
        )}
      </DialogButton>
    </section>
  );
}

const sessionsQuery = adminQuery(['sessions'], adminApi.me.sessions.$get, {});

function Sessions() {
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
        {({ sessions }) => (
          <>
            <ul className="cards">
              {sessions.map(({ id, browser, createdAt, seenAt, isCurrent }) => (
                <li key={id}>
                  <div className="card-title">
                    <b>{browserName(browser)}</b>
                    {isCurrent ? (
                      <span className="henna">this browser</span>
                    ) : (
                      <ActionButton className="link" onClick={() => endSession(id)}>
                        Log out there<span className="sr">: {browserName(browser)}</span>
                      </ActionButton>
                    )}
                  </div>
                  <p className="soft">
                    Signed in {formatDateTime(createdAt)}, last used {formatDateTime(seenAt)}
                  </p>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <ActionButton className="btn quiet" onClick={endOtherSessions}>
                Log out everywhere else
              </ActionButton>
            )}
          </>
        )}
      </WhenReady>
    </section>
  );
}
