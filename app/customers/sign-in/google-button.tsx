import { readResponse } from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { storeSession } from '../session.ts';
import { useAttempt } from '../use-attempt.ts';
import { signInWithDevice } from './device-token.ts';
import { GoogleOwnButton } from './google-own-button.tsx';
import { PretendGoogle } from './pretend-google-button.tsx';
import { SignInAlert } from './sign-in-alert.tsx';
import { googleError } from './sign-in-errors.ts';

type Props = {
  kind: 'real' | 'pretended';
  /** True once another way in is being tried: what went wrong here is over. */
  hideError: boolean;
  /** An attempt to sign in with Google begins. */
  onAttempt: () => void;
};

/** Signs in with Google, or, in pretend mode, with an invented account. */
export function GoogleButton({ kind, hideError, onAttempt }: Props) {
  const { pending, error, setError, attempt } = useAttempt<'entering'>();

  function begin() {
    setError(undefined);
    onAttempt();
  }

  async function enter(credential: string) {
    onAttempt();
    const ask = (signal: AbortSignal) =>
      signInWithDevice((device) =>
        readResponse(
          signInApi.user['google-login'].$post({ json: { credential, device } }, { init: { signal } }),
        ),
      );
    const signedIn = await attempt('entering', ask, googleError);
    if (signedIn) storeSession(signedIn);
  }

  const Button = kind === 'real' ? GoogleOwnButton : PretendGoogle;
  return (
    <div className="form">
      {error && !hideError && <SignInAlert id="google-alert" error={error} />}
      <Button
        busy={pending !== undefined}
        onCredential={(credential) => void enter(credential)}
        onFailed={(failure) => setError(googleError(failure))}
        onAttempt={begin}
      />
    </div>
  );
}
