import { useState } from 'react';
import { deviceToken } from '../../customers/sign-in/device-token.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { TextField } from '../../foundation/ui/fields.tsx';
import { firstStepApi } from './sign-in-api.ts';

type SentStep = { email: string; requestId?: string; sent?: string };

/** First step: the address that receives the code. */
export function EmailStep({ onSent }: { onSent: (sent: SentStep) => void }) {
  const [limitedEmail, setLimitedEmail] = useState<string>();
  return (
    <ActionForm
      submitLabel="Send code"
      pendingLabel="Sending..."
      send={async ({ text }) => {
        const email = text('email').trim();
        const json = { email, device: deviceToken() };
        const { requestId, sent } = await readResponse(firstStepApi.admin['sign-in'].code.$post({ json }));
        return { email, requestId, sent };
      }}
      onDone={onSent}
      onFailure={({ status }, { text }) => setLimitedEmail(status === 429 ? text('email').trim() : undefined)}
    >
      <p>For those who work in the shop. You need your mail, and the app on your phone.</p>
      {limitedEmail !== undefined && (
        <button
          type="button"
          className="link tap justify-self-start"
          onClick={() => onSent({ email: limitedEmail })}
        >
          I have a code
        </button>
      )}
      <TextField name="email" label="Email" type="email" autoComplete="email" />
    </ActionForm>
  );
}
