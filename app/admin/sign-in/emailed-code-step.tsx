import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../layout/fields.tsx';
import { useSubmit } from '../layout/use-submit.ts';
import { CodeInput } from './code-input.tsx';
import { firstStepApi } from './sign-in-api.ts';
import { goToSignInStep } from './sign-in-step.ts';

/** The first factor: the code from the mail. */
export function EmailedCodeStep({ email }: { email: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [sentAgain, setSentAgain] = useState(false);
  const { isTrying, failure, attempt, errorOf } = useSubmit();
  useEffect(() => field.current?.focus(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    const found = await attempt(() =>
      readResponse(firstStepApi.admin['sign-in']['verify-code'].$post({ json: { email, otp } })),
    );
    if (found) goToSignInStep({ step: found.next, email, pendingToken: found.pendingToken });
  }
  async function sendAgain() {
    const sent = await attempt(() =>
      readResponse(firstStepApi.admin['sign-in'].code.$post({ json: { email } })),
    );
    if (sent) setSentAgain(true);
  }
  return (
    <form className="form" noValidate onSubmit={enter}>
      <p role="status">
        If <b className="wrap-anywhere">{email}</b> has a key, a {sentAgain ? 'new ' : ''}code is on its way
        there.
      </p>
      <FailureNote failure={failure} />
      <CodeInput ref={field} label="Six-digit code" value={otp} onChange={setOtp} error={errorOf('otp')} />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'Go on'}
      </button>
      <div className="acts">
        <button type="button" className="link tap" onClick={() => goToSignInStep({ step: 'email' })}>
          Use a different email
        </button>
        <button type="button" className="link tap" onClick={() => void sendAgain()}>
          Send again
        </button>
      </div>
    </form>
  );
}
