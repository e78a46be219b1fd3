import { useEffect, useRef, useState } from 'react';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { SignInError } from './sign-in/sign-in-errors.ts';

/** How long the shop may take to answer, in milliseconds. */
const timeoutMs = 20_000;

/**
 * Runs one request at a time, so a second press sends nothing. `doing` names the request in flight, `error` is the
 * failure of the last one. A request still in flight at unmount is aborted.
 */
export function useAttempt<Name extends string>() {
  const [pending, setDoing] = useState<Name>();
  const [error, setError] = useState<SignInError>();
  const underWay = useRef<AbortController>(undefined);
  const left = useRef(false);

  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      underWay.current?.abort();
    };
  }, []);

  /** `undefined` when it was refused, left, or something else is under way. Never rejects. */
  async function attempt<T>(
    name: Name,
    ask: (signal: AbortSignal) => Promise<T>,
    refuse: (failure: RequestFailed) => SignInError,
  ): Promise<T | undefined> {
    if (underWay.current) return undefined;
    const mine = new AbortController();
    const late = setTimeout(() => mine.abort(), timeoutMs);
    underWay.current = mine;
    setDoing(name);
    setError(undefined);
    try {
      const found = await ask(mine.signal);
      return left.current ? undefined : found;
    } catch (error) {
      if (!left.current)
        setError(refuse(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage)));
      return undefined;
    } finally {
      clearTimeout(late);
      underWay.current = undefined;
      if (!left.current) setDoing(undefined);
    }
  }

  return { pending, error, setError, attempt };
}
