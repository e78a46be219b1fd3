import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deviceToken } from '../../customers/sign-in/device-token.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../layout/fields.tsx';
import { CodeInput } from './code-input.tsx';
import { firstStepApi } from './sign-in-api.ts';
import { goToSignInStep } from './sign-in-step.ts';

type Props = { email: string; requestId?: string | undefined; sent?: string | undefined };

/** The first factor: the code from the mail. */
export function EmailedCodeStep({ email, requestId, sent }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [sentAgain, setSentAgain] = useState(false);
  const { isPending, failure, attempt, errorOf } = useSubmit();
  useEffect(() => field.current?.focus(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    const found = await attempt(() =>
      readResponse(firstStepApi.admin['sign-in']['verify-code'].$post({ json: { email, otp, requestId } })),
    );
    if (found) goToSignInStep({ step: found.next, pendingToken: found.pendingToken });
  }
  async function sendAgain() {
    const again = await attempt(() =>
      readResponse(
        firstStepApi.admin['sign-in'].code.$post({ json: { email, requestId, device: deviceToken() } }),
      ),
    );
    if (!again) return;
    goToSignInStep({ step: 'code', email, requestId: again.requestId, sent: again.sent });
    setSentAgain(true);
  }
  return (
    <form className="form" noValidate onSubmit={enter}>
      <p role="status">
        If <b className="wrap-anywhere">{email}</b> has a key, a {sentAgain ? 'new ' : ''}
        {sent === 'link' ? 'link' : 'code'} is on its way there.
        {sent === 'link' &&
          ' Open it in this browser and press Sign in. A code from an earlier email works too, until its time is over.'}
      </p>
      <FailureNote failure={failure} />
      <CodeInput ref={field} label="Six-digit code" value={otp} onChange={setOtp} error={errorOf('otp')} />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Go on'}
      </button>
      <div className="actions">
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
