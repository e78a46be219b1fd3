import { useState } from 'react';
import { useSubmit } from '../foundation/browser/submit.ts';
import type { RequestFailed } from '../foundation/http/api-client.ts';
import type { SignInError } from './sign-in/sign-in-errors.ts';

/** A {@link useSubmit} for the steps of the sign-in. `pending` names the request in progress, `error` describes the last failure. */
export function useAttempt<Name extends string>() {
  const { pending, attempt: send } = useSubmit<Name>();
  const [error, setError] = useState<SignInError>();

  function attempt<T>(
    name: Name,
    request: (signal: AbortSignal) => Promise<T>,
    toError: (failure: RequestFailed) => SignInError,
  ): Promise<T | undefined> {
    if (!pending) setError(undefined);
    return send(request, { name, onFailure: (failure) => setError(toError(failure)) });
  }

  return { pending, error, setError, attempt };
}
