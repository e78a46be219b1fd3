import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { signInApi } from '../sign-in/sign-in-api.ts';
import { AdminDialog } from './dialog.tsx';
import { FailureNote, TextField } from './fields.tsx';
import { factorRequest, resolveFreshFactor } from './fresh-factor.ts';

/** Asks for the second factor when a call needs a fresh one. One for the whole back office. */
export function FreshFactorDialog() {
  const open = factorRequest.useValue() !== undefined;
  return (
    <AdminDialog open={open} onClose={() => resolveFreshFactor(false)} title="Your second factor, once more">
      <FactorForm />
    </AdminDialog>
  );
}

function FactorForm() {
  const [code, setCode] = useState('');
  const { isPending, failure, attempt, errorOf } = useSubmit();
  async function show(event: FormEvent) {
    event.preventDefault();
    const shown = await attempt(() =>
      readResponse(signInApi.admin['sign-in']['refresh-totp'].$post({ json: { code } })),
    );
    if (shown) resolveFreshFactor(true);
  }
  return (
    <form className="form" noValidate onSubmit={show}>
      <p>This moves money or keys, so the shop makes sure that it is you. It holds for ten minutes.</p>
      <FailureNote failure={failure} />
      <TextField
        label="Six figures of your app, or a recovery code"
        value={code}
        onChange={setCode}
        error={errorOf('code')}
        autoComplete="one-time-code"
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Go on'}
      </button>
    </form>
  );
}
