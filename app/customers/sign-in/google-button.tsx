import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { type RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { storeSession } from '../session.ts';
import { signInWithDevice } from './device-token.ts';
import { GoogleOwnButton } from './google-own-button.tsx';
import { PretendGoogle } from './pretend-google-button.tsx';
import { SignInAlert } from './sign-in-alert.tsx';
import { googleError, type SignInError } from './sign-in-errors.ts';

type Props = {
  kind: 'real' | 'pretended';
  /** True once another way in is being tried: what went wrong here is over. */
  hideError: boolean;
  /** An attempt to sign in with Google begins. */
  onAttempt: () => void;
};

/** Signs in with Google, or, in pretend mode, with an invented account. */
export function GoogleButton({ kind, hideError, onAttempt }: Props) {
  const { isPending, attempt } = useSubmit();
  const [error, setError] = useState<SignInError>();

  function begin() {
    setError(undefined);
    onAttempt();
  }

  const fail = (failure: RequestFailed) => setError(googleError(failure));

  async function enter(credential: string) {
    begin();
    const ask = (signal: AbortSignal) =>
      signInWithDevice((device) =>
        readResponse(
          signInApi.user['google-login'].$post({ json: { credential, device } }, { init: { signal } }),
        ),
      );
    const signedIn = await attempt(ask, { onFailure: fail });
    if (signedIn) storeSession(signedIn);
  }

  const Button = kind === 'real' ? GoogleOwnButton : PretendGoogle;
  return (
    <div className="form">
      {error && !hideError && <SignInAlert id="google-alert" error={error} />}
      <Button
        busy={isPending}
        onCredential={(credential) => void enter(credential)}
        onFailed={fail}
        onAttempt={begin}
      />
    </div>
  );
}
