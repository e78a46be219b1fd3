import { useState } from 'react';
import { deviceToken } from '../../customers/sign-in/device-token.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { FailureNote, TextField } from '../../foundation/ui/fields.tsx';
import { ActionButton } from '../layout/action-button.tsx';
import { CodeInput } from './code-input.tsx';
import { firstStepApi } from './sign-in-api.ts';
import { goToSignInStep } from './sign-in-step.ts';

type SentStep = { email: string; requestId?: string | undefined; sent?: string | undefined };

export function EmailStep({ onSent }: { onSent: (sent: SentStep) => void }) {
  const [limitedEmail, setLimitedEmail] = useState<string>();
  return (
    <ActionForm
      submitLabel="Send code"
      pendingLabel="Sending..."
      send={async ({ text }) => {
        const email = text('email').trim();
        const json = { email, device: deviceToken() };
        const { requestId, sent } = await readResponse(firstStepApi.code.$post({ json }));
        return { email, requestId, sent };
      }}
      onDone={onSent}
      onFailure={({ status }, { text }) => setLimitedEmail(status === 429 ? text('email').trim() : undefined)}
    >
      <p>For the shop’s staff. You need your email address and the authenticator app on your phone.</p>
      {limitedEmail !== undefined && (
        <ActionButton className="link tap justify-self-start" onClick={() => onSent({ email: limitedEmail })}>
          I already have a code
        </ActionButton>
      )}
      <TextField name="email" label="Email" type="email" autoComplete="email" />
    </ActionForm>
  );
}

export function EmailedCodeStep({ email, requestId, sent }: SentStep) {
  const [sentAgain, setSentAgain] = useState(false);
  const { failure, attempt } = useSubmit();

  async function sendAgain() {
    const json = { email, requestId, device: deviceToken() };
    const again = await attempt(() => readResponse(firstStepApi.code.$post({ json })));
    if (!again) return;
    goToSignInStep({ step: 'code', email, requestId: again.requestId, sent: again.sent });
    setSentAgain(true);
  }
  return (
    <ActionForm
      submitLabel="Continue"
      send={({ text }) => {
        const json = { email, otp: text('otp'), requestId };
        return readResponse(firstStepApi['verify-code'].$post({ json }));
      }}
      onDone={({ next, pendingToken }) => goToSignInStep({ step: next, pendingToken })}
      footer={
        <div className="actions">
          <ActionButton className="link tap" onClick={() => goToSignInStep({ step: 'email' })}>
            Use a different email
          </ActionButton>
          <ActionButton className="link tap" onClick={sendAgain}>
            Send again
          </ActionButton>
        </div>
      }
    >
      <p role="status">
        If <b className="wrap-anywhere">{email}</b> is the email address of a staff member, a{' '}
        {sentAgain ? 'new ' : ''}
        {sent === 'link' ? 'link' : 'code'} is on its way to you.
        {sent === 'link' &&
          ' Open it in this browser and press Sign in. A code from an earlier email also works until it expires.'}
      </p>
      <FailureNote failure={failure} />
      <CodeInput name="otp" label="Six-digit code" isFocused />
    </ActionForm>
  );
}
