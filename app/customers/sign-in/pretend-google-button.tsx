import { type ComponentType, useRef, useState } from 'react';
import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
import type { GoogleInvitation } from '../contract.ts';
import { signInApi } from '../customers-api.ts';
import type { ChooserProps } from './google-chooser.tsx';
import type { GoogleButtonProps } from './google-own-button.tsx';

type Open = { Chooser: ComponentType<ChooserProps>; invitation: GoogleInvitation };

/** Stands in for Google’s button on a machine that pretends; who signs in is chosen from made-up people. */
export function PretendGoogle({ busy, onCredential, onFailed, onAttempt }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const opening = useRef(false);
  const [open, setOpen] = useState<Open>();

  async function ask() {
    if (busy || opening.current) return;
    opening.current = true;
    onAttempt();
    try {
      const [{ GoogleChooser: Chooser }, invitation] = await Promise.all([
        import('./google-chooser.tsx'),
        readResponse(signInApi.user.google.$get()),
      ]);
      setOpen({ Chooser, invitation });
    } catch (error) {
      onFailed(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage));
    } finally {
      opening.current = false;
    }
  }

  function close() {
    setOpen(undefined);
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet wide"
        aria-haspopup="dialog"
        aria-disabled={busy}
        onClick={() => void ask()}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path fill="none" stroke="currentColor" strokeWidth="2" d="M15.8 9H9m6.5-3.3A7 7 0 1 0 16 9" />
        </svg>
        {busy ? 'Verifying...' : 'Continue with Google'}
      </button>
      {open && (
        <open.Chooser
          invitation={open.invitation}
          onClose={close}
          onCredential={(credential) => {
            close();
            onCredential(credential);
          }}
          onFailed={(failure) => {
            close();
            onFailed(failure);
          }}
        />
      )}
    </>
  );
}
