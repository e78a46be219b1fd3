import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureAlert } from '../../foundation/ui/alert.tsx';
import { CloseButton, Dialog } from '../../foundation/ui/dialog.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { MenuRow } from '../account-menu.tsx';
import { customersApi } from '../customers-api.ts';
import { endSession } from '../session.ts';
import { DeleteAccount } from './delete-account.tsx';

const here = '#settings';

/** Dialog with the settings of the account. It opens at `/profile#settings`. */
export function AccountSettings({ email }: { email: string }) {
  return useLocation().hash === here && <OpenSettings email={email} />;
}

function OpenSettings({ email }: { email: string }) {
  const navigate = useNavigate();
  const title = useId();
  const [deleting, setDeleting] = useState(false);
  const { isPending, failure, attempt } = useSubmit();
  const deleteButton = useRef<HTMLButtonElement>(null);
  const wasDeleting = useRef(false);

  // After “Keep it” is pressed, return the focus to the button that opened the deletion form.
  useEffect(() => {
    if (wasDeleting.current && !deleting) deleteButton.current?.focus();
    wasDeleting.current = deleting;
  }, [deleting]);

  const close = () => void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  async function leaveEverywhere() {
    const isLoggedOut = await attempt(() => readResponse(customersApi.user['logout-everywhere'].$post()));
    if (!isLoggedOut) return;
    endSession();
    notify('You are logged out on all your devices.');
    void navigate(urls.home);
  }
  return (
    <Dialog
      className="dialog"
      aria-labelledby={title}
      onClose={close}
      onEscape={deleting ? () => setDeleting(false) : undefined}
    >
      <div className="in">
        <h2 className="mb-4 text-4" id={title}>
          {deleting ? 'Delete account' : 'Settings'}
        </h2>
        {deleting ? (
          <DeleteAccount email={email} onCancel={() => setDeleting(false)} />
        ) : (
          <>
            <ul className="list">
              <MenuRow icon="user" to={urls.accountForm} label="Profile" />
              <li>
                <button type="button" aria-disabled={isPending} onClick={() => void leaveEverywhere()}>
                  <Icon name="log-out" />
                  Log out everywhere
                </button>
              </li>
              <li>
                <button ref={deleteButton} type="button" className="madder" onClick={() => setDeleting(true)}>
                  <Icon name="trash-2" />
                  Delete account
                </button>
              </li>
            </ul>
            {failure && <FailureAlert className="mt-4">{failure.message}</FailureAlert>}
          </>
        )}
      </div>
      <CloseButton onClick={close} />
    </Dialog>
  );
}
