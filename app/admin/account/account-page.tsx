import { useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi } from '../admin-api.ts';
import { AdminDialog, ConfirmDialog } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import { signOutStaff, useMe } from '../sign-in/me.ts';
import { RecoveryCodeList } from '../sign-in/recovery-code-list.tsx';
import { SetUpStep } from '../sign-in/set-up-step.tsx';
import { Sessions } from './sessions.tsx';

export const meta = () => adminMeta('My account');

/** One's own key: recovery codes, and where one is signed in. */
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
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  async function renew() {
    const { recoveryCodes } = await readResponse(adminApi.me['recovery-codes'].$post());
    setCodes(recoveryCodes);
    await refreshAdmin('me', 'audit-log');
  }
  return (
    <section className="mt-6">
      <h2>Recovery codes</h2>
      <p className="mb-2 max-w-[62ch]">
        {left === 0
          ? 'None is left. Make new ones now: without your phone you could not come in.'
          : `${left} ${left === 1 ? 'is' : 'are'} left. Each lets you in once, for the day your phone is lost.`}
      </p>
      <button type="button" className="btn quiet" onClick={() => setAsking(true)}>
        Make new ones
      </button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Make ten new recovery codes?"
        text="The old ones open nothing any more."
        confirmLabel="Make them"
        onConfirm={renew}
      />
      <AdminDialog
        open={codes !== undefined && !asking}
        onClose={() => setCodes(undefined)}
        title="Your recovery codes"
      >
        {codes && <RecoveryCodeList codes={codes} />}
        <button type="button" className="btn wide" onClick={() => setCodes(undefined)}>
          I have kept them
        </button>
      </AdminDialog>
    </section>
  );
}

/** Button and dialog that replace the authenticator app. */
function AuthenticatorApp() {
  const [replacing, setReplacing] = useState(false);
  return (
    <section className="mt-6">
      <h2>Authenticator app</h2>
      <p className="mb-2 max-w-[62ch]">
        A new phone needs the app set up anew. The old one works until the new one is confirmed.
      </p>
      <button type="button" className="btn quiet" onClick={() => setReplacing(true)}>
        Set up a new app
      </button>
      <AdminDialog open={replacing} onClose={() => setReplacing(false)} title="Set up a new app">
        <SetUpStep
          offer={() => readResponse(adminApi.me.totp.$post())}
          confirm={(code) => readResponse(adminApi.me.totp.confirm.$post({ json: { code } }))}
          onDone={({ message }) => {
            setReplacing(false);
            notify(message);
            void refreshAdmin('audit-log');
          }}
        />
      </AdminDialog>
    </section>
  );
}
