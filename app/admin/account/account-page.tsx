import { useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi } from '../admin-api.ts';
import { AdminDialog, ConfirmButton, DialogButton } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import { signOutStaff, useMe } from '../sign-in/me.ts';
import { RecoveryCodeList } from '../sign-in/recovery-code-list.tsx';
import { SetUpStep } from '../sign-in/set-up-step.tsx';
import { Sessions } from './sessions.tsx';

export const meta = () => adminMeta('My account');

/** The signed-in member's recovery codes, authenticator app and sessions. */
export default function AccountPage() {
  return (
    <Screen
      title="My account"
      end={
        <button type="button" className="btn quiet small" onClick={() => void signOutStaff()}>
          Log out
        </button>
      }
    >
      <WhenReady query={useMe()}>
        {({ email, name, role, recoveryCodesLeft }) => (
          <>
            <p>
              {name ? `${name}, ` : ''}
              <span className="wrap-anywhere">{email}</span>, {role}
            </p>
            <RecoveryCodes left={recoveryCodesLeft} />
            <AuthenticatorApp />
          </>
        )}
      </WhenReady>
      <Sessions />
    </Screen>
  );
}

/** The number of unused recovery codes, and the dialogs that replace them and display the new ones. */
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
          ? 'None is left. Make new ones now: without your phone you could not come in.'
          : `${left} ${left === 1 ? 'is' : 'are'} left. Each lets you in once, for the day your phone is lost.`}
      </p>
      <ConfirmButton
        label="Make new ones"
        title="Make ten new recovery codes?"
        text="The old ones open nothing any more."
        confirmLabel="Make them"
        onConfirm={renew}
      />
      <AdminDialog open={codes !== undefined} onClose={forget} title="Your recovery codes">
        {codes && <RecoveryCodeList codes={codes} />}
        <button type="button" className="btn wide" onClick={forget}>
          I have kept them
        </button>
      </AdminDialog>
    </section>
  );
}

/** Button and dialog that replace the authenticator app. */
function AuthenticatorApp() {
  return (
    <section className="mt-6">
      <h2>Authenticator app</h2>
      <p className="mb-2 max-w-[62ch]">
        A new phone needs the app set up anew. The old one works until the new one is confirmed.
      </p>
      <DialogButton label="Set up a new app" title="Set up a new app">
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
