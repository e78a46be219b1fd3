import { useRef, useState } from 'react';
import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { TextField } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { GoogleInvitation } from '../contract.ts';
import { signInApi } from '../customers-api.ts';
import { isEmail } from './rules.ts';

export type ChooserProps = {
  invitation: GoogleInvitation;
  onClose: () => void;
  onCredential: (credential: string) => void;
  onFailed: (failure: RequestFailed) => void;
};

type Account = { name: string; email: string };

/** The pretended Google: a dialog of made-up people, one of whom signs in. It says what it is. */
export function GoogleChooser({ invitation, onClose, onCredential, onFailed }: ChooserProps) {
  const asking = useRef(false);
  const [other, setOther] = useState(false);

  async function choose({ name, email }: Account) {
    if (asking.current) return;
    asking.current = true;
    try {
      const pending = signInApi.user['pretend-google'].$post({
        json: { name, email, nonce: invitation.nonce },
      });
      onCredential((await readResponse(pending)).credential);
    } catch (error) {
      onFailed(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage));
    }
  }

  return (
    <Dialog className="dialog text-ink" aria-labelledby="chooser-title" closedby="any" onClose={onClose}>
      <button type="button" className="icon absolute top-1 right-1" aria-label="Close" onClick={onClose}>
        <Icon name="x" />
      </button>
      <div className="in form">
        <h2 className="pr-8 text-4" id="chooser-title">
          Choose an account
        </h2>
        <p className="alert info">
          <Icon name="info" />
          This is not Google. The shop pretends it here, with made-up people; nothing leaves this machine.
        </p>
        <ul className="accounts">
          {invitation.accounts?.map(({ name, email }) => (
            <li key={email}>
              <button type="button" onClick={() => void choose({ name, email })}>
                <b>{name}</b>
                <span className="soft wrap-anywhere">{email}</span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" aria-expanded={other} onClick={() => setOther(!other)}>
              <b>Use another account</b>
            </button>
          </li>
        </ul>
        {other && <OtherAccount onChoose={(account) => void choose(account)} />}
      </div>
    </Dialog>
  );
}

function OtherAccount({ onChoose }: { onChoose: (account: Account) => void }) {
  return (
    <ActionForm
      submitLabel="Continue"
      check={({ text }) => (isEmail(text('email').trim()) ? {} : { email: 'Please enter a valid email' })}
      send={async ({ text }) => onChoose({ name: text('name').trim(), email: text('email').trim() })}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={80} />
      <TextField name="email" label="Email" type="email" autoComplete="off" />
    </ActionForm>
  );
}
