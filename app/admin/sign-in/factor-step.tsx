import { useState } from 'react';
import { signInWithDevice } from '../../customers/sign-in/device-token.ts';
import { RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { CodeInput } from './code-input.tsx';
import type { FactorVerified } from './contract.ts';
import { secondStepApi } from './sign-in-api.ts';
import { goToSignInStep } from './sign-in-step.ts';

/**
 * Waits for a request of the second sign-in step. If the sign-in has expired or too many codes were wrong, returns to the first
 * step. Rejects if the request fails.
 */
export function restartAfter<T>(pending: Promise<T>): Promise<T> {
  return pending.catch((error: unknown) => {
    if (error instanceof RequestFailed && error.status === 401) {
      notify('That took too long, or too many codes were wrong. Please start again.');
      goToSignInStep({ step: 'email' });
    }
    throw error;
  });
}

type Props = { pendingToken: string; onSignedIn: (signedIn: FactorVerified) => void };

export function FactorStep({ pendingToken, onSignedIn }: Props) {
  const [recovering, setRecovering] = useState(false);
  return (
    // The key clears the code and the error when the user switches between app code and recovery code.
    <ActionForm
      key={recovering ? 'recovery' : 'app'}
      submitLabel="Sign in"
      send={({ text }) =>
        restartAfter(
          signInWithDevice((device) => {
            const json = { code: text('code'), device };
            return readResponse(secondStepApi(pendingToken).admin['sign-in']['verify-totp'].$post({ json }));
          }),
        )
      }
      onDone={onSignedIn}
      footer={
        <div className="actions">
          <ActionButton className="link tap" onClick={() => setRecovering(!recovering)}>
            {recovering ? 'Use the app' : 'Use a recovery code'}
          </ActionButton>
          <ActionButton className="link tap" onClick={() => goToSignInStep({ step: 'email' })}>
            Start again
          </ActionButton>
        </div>
      }
    >
      <CodeInput
        name="code"
        label={recovering ? 'Recovery code' : 'Six-digit code of your app'}
        help={recovering ? 'One of your ten recovery codes. It works once.' : undefined}
        isAlphanumeric={recovering}
        isFocused
      />
    </ActionForm>
  );
}
