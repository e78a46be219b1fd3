import { type FormEvent, useEffect, useRef, useState } from 'react';
import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const asking = useRef(false);
  const [other, setOther] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);

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
    <dialog
      ref={dialog}
      className="dialog text-ink"
      aria-labelledby="chooser-title"
      closedby="any"
      onClose={onClose}
    >
      <button
        type="button"
        className="icon absolute top-1 right-1"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
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
    </dialog>
  );
}

function OtherAccount({ onChoose }: { onChoose: (account: Account) => void }) {
  const [wrong, setWrong] = useState(false);
  const email = useRef<HTMLInputElement>(null);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const account = {
      name: String(input.get('name') ?? '').trim(),
      email: String(input.get('email') ?? '').trim(),
    };
    setWrong(!isEmail(account.email));
    if (isEmail(account.email)) onChoose(account);
    else email.current?.focus();
  }
  return (
    <form className="form" noValidate onSubmit={send}>
      <div className="field">
        <label htmlFor="other-name">Name</label>
        <input className="input" id="other-name" name="name" autoComplete="off" maxLength={80} />
      </div>
      <div className="field">
        <label htmlFor="other-email">Email</label>
        <input
          ref={email}
          className="input"
          id="other-email"
          name="email"
          type="email"
          autoComplete="off"
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'other-error' : undefined}
        />
        {wrong && (
          <p className="error" id="other-error" role="alert">
            Please enter a valid email
          </p>
        )}
      </div>
      <button className="btn wide" type="submit">
        Continue
      </button>
    </form>
  );
}
