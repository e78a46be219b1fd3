import { type FormEvent, useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote, TextField } from '../layout/fields.tsx';
import { useSubmit } from '../layout/use-submit.ts';
import { firstStepApi } from './sign-in-api.ts';

/** The first step: the address to which a code is mailed. */
export function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const { isTrying, failure, attempt, errorOf } = useSubmit();
  async function send(event: FormEvent) {
    event.preventDefault();
    const input = email.trim();
    const sent = await attempt(() =>
      readResponse(firstStepApi.admin['sign-in'].code.$post({ json: { email: input } })),
    );
    if (sent) onSent(input);
  }
  return (
    <form className="form" noValidate onSubmit={send}>
      <p>For those who work in the shop. You need your mail, and the app on your phone.</p>
      <FailureNote failure={failure} />
      <TextField
        label="Email"
        type="email"
        name="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        autoComplete="email"
      />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'Sending...' : 'Send code'}
      </button>
    </form>
  );
}
