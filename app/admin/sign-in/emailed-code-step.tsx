import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../layout/fields.tsx';
import { useTry } from '../layout/use-submit.ts';
import { CodeInput } from './code-input.tsx';
import { enterCalls } from './sign-in-api.ts';
import { goToDoorPlace } from './sign-in-step.ts';

/** The first factor: the code from the mail. */
export function MailedCodeStep({ email }: { email: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [sentAgain, setSentAgain] = useState(false);
  const { isTrying, failure, attempt, errorOf } = useTry();
  useEffect(() => field.current?.focus(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    const found = await attempt(() =>
      readAnswer(enterCalls.admin.door.enter.$post({ json: { email, otp } })),
    );
    if (found) goToDoorPlace({ step: found.next, email, doorToken: found.doorToken });
  }
  async function sendAgain() {
    const sent = await attempt(() => readAnswer(enterCalls.admin.door.code.$post({ json: { email } })));
    if (sent) setSentAgain(true);
  }
  return (
    <form className="form" noValidate onSubmit={enter}>
      <p role="status">
        If <b className="wrap-anywhere">{email}</b> has a key, a {sentAgain ? 'new ' : ''}code is on its way
        there.
      </p>
      <FailureNote failure={failure} />
      <CodeInput ref={field} label="Six-figure code" value={otp} onChange={setOtp} error={errorOf('otp')} />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'Go on'}
      </button>
      <div className="acts">
        <button type="button" className="link tap" onClick={() => goToDoorPlace({ step: 'email' })}>
          Use a different email
        </button>
        <button type="button" className="link tap" onClick={() => void sendAgain()}>
          Send again
        </button>
      </div>
    </form>
  );
}
