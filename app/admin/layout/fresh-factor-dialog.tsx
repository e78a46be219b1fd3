import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { doorCalls } from '../sign-in/sign-in-api.ts';
import { OfficeDialog } from './dialog.tsx';
import { FailureNote, TextField } from './fields.tsx';
import { isAskingForFactor, settleFactor, subscribeToFactor } from './fresh-factor.ts';
import { useTry } from './use-submit.ts';

/** Asks for the second factor when a call needs a fresh one. One for the whole back office. */
export function FreshFactorDialog() {
  const open = useSyncExternalStore(subscribeToFactor, isAskingForFactor, () => false);
  return (
    <OfficeDialog open={open} onClose={() => settleFactor(false)} title="Your second factor, once more">
      <FactorForm />
    </OfficeDialog>
  );
}

function FactorForm() {
  const [code, setCode] = useState('');
  const { isTrying, failure, attempt, errorOf } = useTry();
  async function show(event: FormEvent) {
    event.preventDefault();
    const shown = await attempt(() => readAnswer(doorCalls.admin.door.fresh.$post({ json: { code } })));
    if (shown) settleFactor(true);
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
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'Go on'}
      </button>
    </form>
  );
}
