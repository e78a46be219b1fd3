import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { storeSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
import { signInWithDevice } from './device-token.ts';
import { ResendCode } from './resend-code.tsx';
import { isCode } from './rules.ts';
import { requesterOf, type SentCode } from './sent-code.ts';
import { SignInAlert } from './sign-in-alert.tsx';
import { notACode, type SignInError, sendCodeError, verifyCodeError } from './sign-in-errors.ts';

type Props = {
  sent: SentCode;
  /** Another code was sent. */
  onSent: (sent: SentCode) => void;
  onChangeEmail: () => void;
};

/** Second step: asks for the emailed code. Entering the sixth digit submits it. */
export function CodeStep({ sent, onSent, onChangeEmail }: Props) {
  const { email } = sent;
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [firstSent] = useState(sent);
  const { pending, isPending, attempt } = useSubmit<'verifying'>();
  const [error, setError] = useState<SignInError>();
  const devMailboxPath = useLayoutData()?.devMailboxPath;
  const renewed = sent !== firstSent;
  const withLink = sent.sent === 'link';
  const invalid = error !== undefined && error.text !== 'Failed to send OTP';

  useEffect(() => field.current?.focus(), []);

  function take(input: string) {
    setCode(input);
    if (isCode(input) && input !== code) void verify(input);
  }

  async function verify(input: string) {
    if (!isCode(input)) {
      setError(notACode);
      field.current?.focus();
      return;
    }
    const ask = (signal: AbortSignal) =>
      signInWithDevice((device) =>
        readResponse(
          signInApi.user['verify-otp'].$post(
            { json: { email, otp: input, requestId: sent.requestId, device } },
            { init: { signal } },
          ),
        ),
      );
    setError(undefined);
    const signedIn = await attempt(ask, {
      name: 'verifying',
      onFailure: (failure) => setError(verifyCodeError(failure)),
    });
    if (signedIn) {
      storeSession(signedIn);
      return;
    }
    // The next figure that is typed begins the code anew.
    field.current?.focus();
    field.current?.select();
  }

  async function sendAgain() {
    const ask = (signal: AbortSignal) =>
      readResponse(
        signInApi.user['send-otp'].$post({ json: { email, ...requesterOf(email) } }, { init: { signal } }),
      );
    setError(undefined);
    const again = await attempt(ask, { onFailure: (failure) => setError(sendCodeError(failure)) });
    if (!again) return;
    onSent({ ...again, email, sentAt: Date.now() });
    setCode('');
    field.current?.focus();
  }

  return (
    <form
      className="form content-start"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void verify(code);
      }}
    >
      <p id="code-sent" role="status">
        {withLink ? 'We sent a link to ' : renewed ? 'We sent a new code to ' : 'We sent it to '}
        <b className="wrap-anywhere">{email}</b>. It works for {sent.minutes} minutes.
        {withLink &&
          ' Open it in this browser and press Sign in. A code from an earlier email works too, for as long.'}
      </p>
      <CodeField
        ref={field}
        code={code}
        locked={isPending}
        invalid={invalid}
        describedBy={error ? 'code-alert code-sent' : 'code-sent'}
        onCode={take}
      />
      {error && <SignInAlert id="code-alert" error={error} />}
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {pending === 'verifying' ? 'Verifying...' : 'Verify'}
      </button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <button type="button" className="link tap" onClick={onChangeEmail}>
          Use a different email
        </button>
        <ResendCode sent={sent} busy={pending === 'sending'} onResend={() => void sendAgain()} />
      </div>
      {devMailboxPath && (
        <p className="small soft">
          Demo: no e-mail is sent.{' '}
          <a className="link" href={devMailboxPath} target="_blank" rel="noopener">
            Read your code here
            <span className="sr">, opens in a new tab</span>
          </a>
          .
        </p>
      )}
    </form>
  );
}
