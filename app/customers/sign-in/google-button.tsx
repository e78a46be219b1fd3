import { readAnswer } from '../../foundation/http/api-client.ts';
import { signInCalls } from '../customers-api.ts';
import { beginSession } from '../session.ts';
import { useAttempt } from '../use-attempt.ts';
import { GoogleOwnButton } from './google-own-button.tsx';
import { PretendedGoogle } from './pretend-google-button.tsx';
import { SignInAlert } from './sign-in-alert.tsx';
import { refusedByGoogle } from './sign-in-errors.ts';

type Props = {
  kind: 'real' | 'pretended';
  /** True once another way in is being tried: what went wrong here is over. */
  silent: boolean;
  /** This way in is being tried. */
  onBegin: () => void;
};

/** S-AUTH-05: signing in with Google, or, on a machine that only pretends, with somebody made up. */
export function GoogleButton({ kind, silent, onBegin }: Props) {
  const { doing, refusal, setRefusal, attempt } = useAttempt<'entering'>();

  function begin() {
    setRefusal(undefined);
    onBegin();
  }

  async function enter(credential: string) {
    onBegin();
    const ask = (signal: AbortSignal) =>
      readAnswer(signInCalls.user['google-login'].$post({ json: { credential } }, { init: { signal } }));
    const signedIn = await attempt('entering', ask, refusedByGoogle);
    if (signedIn) beginSession(signedIn);
  }

  const Button = kind === 'real' ? GoogleOwnButton : PretendedGoogle;
  return (
    <div className="form">
      {refusal && !silent && <SignInAlert id="google-alert" refusal={refusal} />}
      <Button
        busy={doing !== undefined}
        onCredential={(credential) => void enter(credential)}
        onFailed={(failure) => setRefusal(refusedByGoogle(failure))}
        onBegin={begin}
      />
    </div>
  );
}
