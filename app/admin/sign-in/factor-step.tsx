import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInWithDevice } from '../../customers/sign-in/device-token.ts';
import { RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote } from '../layout/fields.tsx';
import { useSubmit } from '../layout/use-submit.ts';
import { CodeInput } from './code-input.tsx';
import type { StaffLetIn } from './contract.ts';
import { secondStepApi } from './sign-in-api.ts';
import { goToSignInStep } from './sign-in-step.ts';

/** Ten minutes have passed, or five codes were wrong: the way in begins anew. */
export function restartAfter<T>(pending: Promise<T>): Promise<T> {
  return pending.catch((error: unknown) => {
    if (error instanceof RequestFailed && error.status === 401) {
      notify('That took too long, or too many codes were wrong. Please begin again.');
      goToSignInStep({ step: 'email' });
    }
    throw error;
  });
}

/** The second factor: the app, or a recovery code. */
export function FactorStep({
  pendingToken,
  onIn,
}: {
  pendingToken: string;
  onIn: (signedIn: StaffLetIn) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const { isTrying, failure, attempt, errorOf, forget } = useSubmit();
  useEffect(() => field.current?.focus(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    const calls = secondStepApi(pendingToken);
    const found = await attempt(() =>
      restartAfter(
        signInWithDevice((device) =>
          readResponse(calls.admin['sign-in']['verify-totp'].$post({ json: { code, device } })),
        ),
      ),
    );
    if (found) onIn(found);
  }
  return (
    <form className="form" noValidate onSubmit={enter}>
      <FailureNote failure={failure} />
      <CodeInput
        ref={field}
        label={recovering ? 'Recovery code' : 'Six figures of your app'}
        help={recovering ? 'One of the ten that you kept. It works once.' : undefined}
        letters={recovering}
        value={code}
        onChange={setCode}
        error={errorOf('code')}
      />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'Come in'}
      </button>
      <div className="acts">
        <button
          type="button"
          className="link tap"
          onClick={() => {
            setRecovering(!recovering);
            setCode('');
            forget();
            field.current?.focus();
          }}
        >
          {recovering ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="link tap" onClick={() => goToSignInStep({ step: 'email' })}>
          Begin again
        </button>
      </div>
    </form>
  );
}
