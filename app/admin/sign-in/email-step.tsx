import { type FormEvent, useState } from 'react';
import { deviceToken } from '../../customers/sign-in/device-token.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote, TextField } from '../layout/fields.tsx';
import { firstStepApi } from './sign-in-api.ts';

type SentStep = { email: string; requestId?: string; sent?: string };

/** The first step: the address to which a code is mailed. */
export function EmailStep({ onSent }: { onSent: (sent: SentStep) => void }) {
  const [email, setEmail] = useState('');
  const { isPending, failure, attempt, errorOf } = useSubmit();
  async function send(event: FormEvent) {
    event.preventDefault();
    const input = email.trim();
    const sent = await attempt(() =>
      readResponse(
        firstStepApi.admin['sign-in'].code.$post({ json: { email: input, device: deviceToken() } }),
      ),
    );
    if (sent) onSent({ email: input, requestId: sent.requestId, sent: sent.sent });
  }
  return (
    <form className="form" noValidate onSubmit={send}>
      <p>For those who work in the shop. You need your mail, and the app on your phone.</p>
      <FailureNote failure={failure} />
      {failure?.status === 429 && (
        <button
          type="button"
          className="link tap justify-self-start"
          onClick={() => onSent({ email: email.trim() })}
        >
          I have a code
        </button>
      )}
      <TextField
        label="Email"
        type="email"
        name="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        autoComplete="email"
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'Sending...' : 'Send code'}
      </button>
    </form>
  );
}
