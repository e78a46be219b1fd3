import { type FormEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { currentSession } from '../session.ts';
import { GoogleButton } from './google-button.tsx';
import { isEmail } from './rules.ts';
import { requestCode, requesterOf, type SentCode, sentCode } from './sent-code.ts';
import { notAnEmail, SignInAlert, type SignInError, sendCodeError } from './sign-in-alert.tsx';

type Props = {
  /** True if the field receives the focus, for example after the customer has gone back from the code step. */
  takesFocus: boolean;
  /** Reason to sign in, such as saving a product. The page shows it above the form. */
  reason: string | undefined;
  /** URL of the script that draws Google's button. Undefined if the shop does not offer Google sign-in. */
  googleScript: string | undefined;
  onSent: (sent: SentCode) => void;
};

/** First step of the sign-in: asks for the email address to which the code is sent. */
export function EmailStep({ takesFocus, reason, googleScript, onSent }: Props) {
  const email = useEmail({ takesFocus, onSent });
  const { field, alert, next, method, setMethod, isPending, error, setError, wrong } = email;
  return (
    <div className="form content-start">
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void email.send();
        }}
      >
        <p>
          {reason && <b className="block">{reason}</b>}
          Enter your email and we’ll send you a six-digit code. No password to remember.
        </p>
        {error && <SignInAlert ref={alert} id="email-alert" error={error} />}
        {error?.codeMayHaveArrived && (
          <button type="button" className="link tap justify-self-start" onClick={email.continueWithCode}>
            I have a code
          </button>
        )}
        <EmailField ref={field} wrong={wrong} describedBy={error && 'email-alert'} />
        {next && <input type="hidden" name="next" value={next} />}
        <button className="btn wide" type="submit" aria-disabled={isPending}>
          {isPending ? 'Sending...' : 'Send code'}
        </button>
      </form>
      {googleScript && (
        <>
          <p className="soft text-center">or</p>
          <GoogleButton
            script={googleScript}
            hideError={method === 'code'}
            onAttempt={() => {
              setMethod('google');
              setError(undefined);
            }}
          />
        </>
      )}
      <Agreement />
    </div>
  );
}

/** Returns the state of the email field, and the functions that request a code and continue with an earlier code. */
function useEmail({ takesFocus, onSent }: Pick<Props, 'takesFocus' | 'onSent'>) {
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const next = useSearchParams()[0].get('next');
  const navigate = useNavigate();
  const [method, setMethod] = useState<'code' | 'google'>();
  const { isPending, attempt } = useSubmit();
  const [error, setError] = useState<SignInError>();
  const wrong = error?.text === notAnEmail.text;

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (error) (wrong ? field : alert).current?.focus();
  }, [error, wrong]);

  const sendFromQuery = useEffectEvent(async () => {
    const input = new URLSearchParams(location.search).get('email');
    if (input === null || currentSession()) return;
    if (field.current) field.current.value = input;
    const query = next === null ? '' : `?${new URLSearchParams({ next })}`;
    // Remove the email address from the URL, so that it does not stay in the browser's history.
    await navigate({ search: query }, { replace: true, preventScrollReset: true });
    await send();
  });
  // If the form was sent before the page's script had loaded, the URL contains the email address.
  useEffect(() => void sendFromQuery(), []);

  async function send() {
    setMethod('code');
    const email = field.current?.value.trim() ?? '';
    if (!isEmail(email)) {
      setError({ ...notAnEmail });
      return;
    }
    setError(undefined);
    const sent = await attempt((signal) => requestCode(email, signal), {
      onFailure: (failure) => setError(sendCodeError(failure)),
    });
    if (sent) onSent(sent);
  }

  /**
   * Opens the code step for an email that the customer already has. If the id of the email's request is not stored in this tab,
   * only the newest code of the email address is valid.
   */
  function continueWithCode() {
    const email = field.current?.value.trim() ?? '';
    if (!isEmail(email)) return;
    const { requestId } = requesterOf(email);
    onSent({ email, sentAt: Date.now(), resendAfter: 30, minutes: 10, requestId, sent: 'earlier' });
  }

  return { field, alert, next, method, setMethod, isPending, error, setError, wrong, send, continueWithCode };
}

type EmailFieldProps = { ref: Ref<HTMLInputElement>; wrong: boolean; describedBy: string | undefined };

/** Field for the email address. It initially contains the address to which the last code was sent. */
function EmailField({ ref, wrong, describedBy }: EmailFieldProps) {
  const lastEmail = sentCode.useValue()?.email ?? '';
  return (
    <div className="field">
      <label htmlFor="email">Email</label>
      <input
        ref={ref}
        className="input"
        id="email"
        name="email"
        type="email"
        defaultValue={lastEmail}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.in"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? 'email-alert email-error' : describedBy}
      />
      {wrong && (
        <p className="error" id="email-error">
          An email address looks like name@example.in
        </p>
      )}
    </div>
  );
}

function Agreement() {
  return (
    <p className="small soft">
      By continuing, you agree to our{' '}
      <Link className="link" to={urls.termsAndConditions}>
        Terms &amp; Conditions
      </Link>{' '}
      and{' '}
      <Link className="link" to={urls.privacyPolicy}>
        Privacy Policy
      </Link>
      .
    </p>
  );
}
