import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { customersApi } from '../customers-api.ts';
import { endSession } from '../session.ts';

/** Says what goes and what must stay, and asks for one word before it is done. */
export function DeleteAccount({ email, onCancel }: { email: string; onCancel: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const id = useId();
  const [notSure, setNotSure] = useState(false);
  const { isPending, failure, attempt } = useSubmit();

  useEffect(() => {
    input.current?.focus();
  }, []);

  async function erase(event: FormEvent) {
    event.preventDefault();
    const typed = input.current?.value.trim().toLowerCase();
    const sure = typed === 'delete' || (typed !== '' && typed === email.toLowerCase());
    setNotSure(!sure);
    if (!sure) {
      input.current?.focus();
      return;
    }
    const erased = await attempt(() => readResponse(customersApi.user.profile.$delete()));
    if (!erased) return;
    endSession();
    notify('Your account is deleted. Thank you for having been here.');
    void navigate('/');
  }
  return (
    <form className="form" noValidate onSubmit={erase}>
      <p>
        Your name, e-mail, phone and address, your cart and your wishlist are erased at once. This cannot be
        undone.
      </p>
      <p>
        Invoices of what you have bought stay with us, with the name on them, for as long as tax law asks.
      </p>
      <div className="field">
        <label htmlFor={id}>Type DELETE or your e-mail</label>
        <input
          ref={input}
          id={id}
          className="input"
          autoComplete="off"
          autoCapitalize="none"
          aria-invalid={notSure ? true : undefined}
          aria-describedby={notSure ? `${id}-error` : undefined}
        />
        {notSure && (
          <p className="error" id={`${id}-error`} role="alert">
            <Icon name="circle-alert" />
            Please type DELETE, or the e-mail of this account.
          </p>
        )}
      </div>
      {failure && (
        <p className="alert" role="alert">
          <Icon name="circle-alert" />
          {failure.message}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="btn danger" aria-disabled={isPending}>
          {isPending ? 'Deleting...' : 'Delete my account'}
        </button>
        <button type="button" className="btn quiet" onClick={onCancel}>
          Keep it
        </button>
      </div>
    </form>
  );
}
