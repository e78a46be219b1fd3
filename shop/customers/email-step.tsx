import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readAnswer } from '../foundation/answers.ts';
import { signInCalls } from './calls.ts';
import type { CodeSent } from './contract.ts';
import { GoogleButton } from './google-button.tsx';
import { SignInAlert } from './sign-in-alert.tsx';
import { notAnEmail, refusedToSend } from './sign-in-refusals.ts';
import { isEmail } from './sign-in-rules.ts';
import { useAttempt } from './use-attempt.ts';

type Props = {
  /** True for those who came back from the code: the keyboard goes where they type. */
  returned: boolean;
  google: 'real' | 'pretended' | undefined;
  onSent: (email: string, sent: CodeSent) => void;
};

/** S-AUTH-01: asks for the e-mail to which the code goes. */
export function EmailStep({ returned, google, onSent }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const next = useSearchParams()[0].get('next');
  const { doing, refusal, setRefusal, attempt } = useAttempt<'sending'>();
  const wrong = refusal?.words === notAnEmail.words;

  useEffect(() => {
    if (returned) field.current?.focus();
  }, [returned]);
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);

  async function send(event: FormEvent) {
    event.preventDefault();
    const email = field.current?.value.trim() ?? '';
    if (!isEmail(email)) {
      setRefusal(notAnEmail);
      field.current?.focus();
      return;
    }
    const ask = (signal: AbortSignal) =>
      readAnswer(signInCalls.user['send-otp'].$post({ json: { email } }, { init: { signal } }));
    const sent = await attempt('sending', ask, refusedToSend);
    if (sent) onSent(email, sent);
  }

  /** The tab may have been closed while the mail was read: the newest code still works. */
  function goOnWithCode() {
    const email = field.current?.value.trim() ?? '';
    if (isEmail(email)) onSent(email, { success: true, message: '', resendAfter: 30, minutes: 10 });
  }

  return (
    <div className="form max-w-108">
      {/* The field has no name: sent before the script is there, the form puts no address into the bar. */}
      <form className="form" noValidate onSubmit={send}>
        <p>Tell us your e-mail and we send a six-figure code. No password to remember.</p>
        <noscript>
          <p className="alert tell">
            Signing in needs JavaScript, which is off in this browser. You can look at every piece without it,
            and write to us.
          </p>
        </noscript>
        {refusal && <SignInAlert id="email-alert" refusal={refusal} />}
        {refusal?.codeIsOut && (
          <button type="button" className="link tap justify-self-start" onClick={goOnWithCode}>
            I have a code
          </button>
        )}
        <div className="field">
          <label htmlFor="email">Email</label>
          <input
            ref={field}
            className="input"
            id="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="name@example.in"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? 'email-alert email-error' : refusal && 'email-alert'}
          />
          {wrong && (
            <p className="error" id="email-error">
              An address has an @ and a dot, like name@example.in
            </p>
          )}
        </div>
        {next && <input type="hidden" name="next" value={next} />}
        <button className="btn wide" type="submit" aria-disabled={doing !== undefined}>
          {doing ? 'Sending...' : 'Send code'}
        </button>
      </form>
      {google && (
        <>
          <p className="soft text-center">or</p>
          <GoogleButton kind={google} />
        </>
      )}
      <p className="small soft">
        By going on you agree to our{' '}
        <Link className="link" to="/terms-and-conditions">
          Terms &amp; Conditions
        </Link>{' '}
        and{' '}
        <Link className="link" to="/privacy-policy">
          Privacy Policy
        </Link>
        .
      </p>
    </div>
  );
}
