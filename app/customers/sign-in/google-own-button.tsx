import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { loadGoogle } from './google-identity.ts';

export type GoogleButtonProps = {
  busy: boolean;
  /** Somebody has chosen an account: Google’s word for it, an ID token. */
  onCredential: (credential: string) => void;
  onFailed: (failure: RequestFailed) => void;
  /** An attempt to sign in begins. */
  onAttempt: () => void;
};

/** A nonce works for ten minutes; before that, in milliseconds, the button takes a new one. */
const freshness = 9 * 60_000;

/** Google’s own button, drawn by Google’s script. */
export function GoogleOwnButton({ busy, onCredential, onFailed, onAttempt }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [round, setRound] = useState(0);
  const [failed, setFailed] = useState(false);
  const take = useEffectEvent((credential: string | undefined) => {
    if (credential) onCredential(credential);
    else onFailed(new RequestFailed(unreachableMessage));
    // The nonce has been used.
    setRound((last) => last + 1);
  });
  const fail = useEffectEvent((failure: RequestFailed) => {
    setFailed(true);
    onFailed(failure);
  });

  useEffect(() => {
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    Promise.all([loadGoogle(), readResponse(signInApi.user.google.$get())]).then(
      ([google, { clientId, nonce }]) => {
        if (left || !place.current) return;
        again = setTimeout(() => setRound(round + 1), freshness);
        google.initialize({
          client_id: clientId,
          nonce,
          callback: ({ credential }) => take(credential),
          auto_select: false,
          use_fedcm_for_prompt: true,
          use_fedcm_for_button: true,
        });
        place.current.replaceChildren();
        google.renderButton(place.current, {
          type: 'standard',
          theme: 'outline',
          size: 'large',
          text: 'continue_with',
          shape: 'rectangular',
          logo_alignment: 'center',
          width: Math.min(400, place.current.clientWidth),
        });
      },
      (error: unknown) => {
        if (!left) fail(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage));
      },
    );
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, [round]);

  function tryAgain() {
    setFailed(false);
    onAttempt();
    setRound(round + 1);
  }

  return (
    <>
      <div ref={place} className="google-own" hidden={failed} inert={busy} />
      {failed && (
        <button type="button" className="btn quiet wide" onClick={tryAgain}>
          Try Google again
        </button>
      )}
    </>
  );
}
