import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInWithDevice } from '../../customers/sign-in/device-token.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote } from '../layout/fields.tsx';
import { CodeInput } from './code-input.tsx';
import type { FactorVerified } from './contract.ts';
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
  onSignedIn,
}: {
  pendingToken: string;
  onSignedIn: (signedIn: FactorVerified) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const { isPending, failure, attempt, errorOf, clearFailure } = useSubmit();
  useEffect(() => field.current?.focus(), []);

  async function enter(event: FormEvent) {
    event.preventDefault();
    const client = secondStepApi(pendingToken);
    const found = await attempt(() =>
      restartAfter(
        signInWithDevice((device) =>
          readResponse(client.admin['sign-in']['verify-totp'].$post({ json: { code, device } })),
        ),
      ),
    );
    if (found) onSignedIn(found);
  }
  return (
    <form className="form" noValidate onSubmit={enter}>
      <FailureNote failure={failure} />
      <CodeInput
        ref={field}
        label={recovering ? 'Recovery code' : 'Six figures of your app'}
        help={recovering ? 'One of the ten that you kept. It works once.' : undefined}
        allowsLetters={recovering}
        value={code}
        onChange={setCode}
        error={errorOf('code')}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Come in'}
      </button>
      <div className="actions">
        <button
          type="button"
          className="link tap"
          onClick={() => {
            setRecovering(!recovering);
            setCode('');
            clearFailure();
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
