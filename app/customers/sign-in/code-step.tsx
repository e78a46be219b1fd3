import { type ClipboardEvent, type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { formatCountdown, useSecondsLeft } from '../../foundation/browser/use-seconds-left.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { storeSession } from '../session.ts';
import { signInWithDevice } from './device-token.ts';
import { codeDigitsIn, codeLength, isCode } from './rules.ts';
import { requestCode, type SentCode } from './sent-code.ts';
import { notACode, SignInAlert, type SignInError, sendCodeError, verifyCodeError } from './sign-in-alert.tsx';

type Props = {
  sent: SentCode;
  /** Called after another code has been sent. */
  onSent: (sent: SentCode) => void;
  onChangeEmail: () => void;
};

/** Second step of the sign-in: asks for the emailed code. The sixth digit submits the code. */
export function CodeStep({ sent, onSent, onChangeEmail }: Props) {
  const { field, code, error, pending, isPending, enter, verify, sendAgain } = useCode({ sent, onSent });
  const [firstSent] = useState(sent);
  const isNewCode = sent !== firstSent;
  const withLink = sent.sent === 'link';
  const isEarlier = sent.sent === 'earlier';
  const invalid = error !== undefined && error.text !== 'Failed to send OTP';
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
        {sentText(sent, isNewCode)} <b className="wrap-anywhere">{sent.email}</b>.
        {!isEarlier && ` It works for ${sent.minutes} minutes.`}
        {withLink &&
          ` Open it in this browser and press Sign in. A code that we sent less than ${sent.minutes} minutes ago still works too.`}
      </p>
      <CodeField
        ref={field}
        code={code}
        isLocked={isPending}
        invalid={invalid}
        describedBy={error ? 'code-alert code-sent' : 'code-sent'}
        onCode={enter}
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
      <DevMailboxLink />
    </form>
  );
}

/** Returns the beginning of the sentence about the sent email. The email address follows in the sentence. */
function sentText({ sent }: SentCode, isNewCode: boolean): string {
  if (sent === 'link') return 'We sent a link to';
  if (sent === 'earlier') return 'Enter the code from our newest email to';
  return isNewCode ? 'We sent a new code to' : 'We sent a code to';
}

/** Returns the state of the code field, and the functions that verify the code and request another code. */
function useCode({ sent, onSent }: Pick<Props, 'sent' | 'onSent'>) {
  const { email } = sent;
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const { pending, isPending, attempt } = useSubmit<'verifying'>();
  const [error, setError] = useState<SignInError>();

  useEffect(() => field.current?.focus(), []);

  function enter(input: string) {
    setCode(input);
    if (isCode(input) && input !== code) void verify(input);
  }

  async function verify(input: string) {
    if (!isCode(input)) {
      setError(notACode);
      field.current?.focus();
      return;
    }
    const send = (signal: AbortSignal) =>
      signInWithDevice((device) =>
        readResponse(
          signInApi.user['verify-otp'].$post(
            { json: { email, otp: input, requestId: sent.requestId, device } },
            { init: { signal } },
          ),
        ),
      );
    setError(undefined);
    const signedIn = await attempt(send, {
      name: 'verifying',
      onFailure: (failure) => setError(verifyCodeError(failure)),
    });
    if (signedIn) {
      storeSession(signedIn);
      return;
    }
    // Select the code, so that the next typed digit replaces it.
    field.current?.focus();
    field.current?.select();
  }

  async function sendAgain() {
    setError(undefined);
    const again = await attempt((signal) => requestCode(email, signal), {
      onFailure: (failure) => setError(sendCodeError(failure)),
    });
    if (!again) return;
    onSent(again);
    setCode('');
    field.current?.focus();
  }

  return { field, code, error, pending, isPending, enter, verify, sendAgain };
}

/** Link to the mailbox of a demo shop. Renders nothing in other shops. */
function DevMailboxLink() {
  const devMailboxPath = useLayoutData()?.devMailboxPath;
  if (!devMailboxPath) return null;
  return (
    <p className="small soft">
      Demo: no email is sent.{' '}
      <a className="link" href={devMailboxPath} target="_blank" rel="noopener">
        Read your code here
        <span className="sr">, opens in a new tab</span>
      </a>
      .
    </p>
  );
}

type CodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  code: string;
  isLocked: boolean;
  invalid: boolean;
  describedBy: string;
  onCode: (code: string) => void;
};

/** One field for six digits. The style sheet draws six boxes. */
function CodeField({ ref, code, isLocked, invalid, describedBy, onCode }: CodeFieldProps) {
  function paste(event: ClipboardEvent) {
    // Handle the paste here, because the field would cut "Your code is 123456" to its first six characters.
    event.preventDefault();
    if (isLocked) return;
    const pasted = codeDigitsIn(event.clipboardData.getData('text'));
    onCode(isCode(pasted) ? pasted : codeDigitsIn(code + pasted));
  }
  return (
    <div className="field">
      <label htmlFor="code">Six-digit code</label>
      <div className="code">
        {[0, 1, 2, 3, 4, 5].map((box) => (
          <span key={box} className={box === Math.min(code.length, 5) ? 'on' : undefined} aria-hidden="true">
            {code[box]}
          </span>
        ))}
        <input
          ref={ref}
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          value={code}
          readOnly={isLocked}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onCode(codeDigitsIn(event.target.value))}
          onPaste={paste}
        />
      </div>
    </div>
  );
}

type ResendCodeProps = { sent: SentCode; busy: boolean; onResend: () => void };

/** Button that requests another code after a countdown. Screen readers announce only the end of the countdown. */
function ResendCode({ sent, busy, onResend }: ResendCodeProps) {
  const seconds = useSecondsLeft(sent.sentAt + sent.resendAfter * 1000);
  return (
    <>
      <span className="sr" role="status">
        {seconds === 0 && 'You can have another code sent now.'}
      </span>
      {seconds === 0 ? (
        <button type="button" className="link tap" aria-disabled={busy} onClick={onResend}>
          {busy ? 'Sending...' : 'Send again'}
        </button>
      ) : (
        <span className="soft inline-flex min-h-11 items-center">
          Send again in&nbsp;<span className="num">{formatCountdown(seconds)}</span>
        </span>
      )}
    </>
  );
}
