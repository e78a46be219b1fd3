import { useRef, useState } from 'react';
import { RequestFailed, unreachable } from '../../foundation/http/api-client.ts';

export type Submit = {
  isTrying: boolean;
  /** Why the last try went wrong. */
  failure: RequestFailed | undefined;
  /**
   * Does it, unless something is under way: whoever presses twice tries once. `undefined` when it was refused.
   * Never rejects.
   */
  attempt: <T>(ask: () => Promise<T>) => Promise<T | undefined>;
  /** What is wrong with one field, in words. */
  errorOf: (field: string) => string | undefined;
  forget: () => void;
};

/** One thing tried at a time, such as saving a form. */
export function useSubmit(): Submit {
  const underWay = useRef(false);
  const [isTrying, setIsTrying] = useState(false);
  const [failure, setFailure] = useState<RequestFailed>();
  return {
    isTrying,
    failure,
    errorOf: (name) => failure?.fields.find(({ field }) => field === name)?.message,
    forget: () => setFailure(undefined),
    async attempt(ask) {
      if (underWay.current) return undefined;
      underWay.current = true;
      setIsTrying(true);
      setFailure(undefined);
      try {
        return await ask();
      } catch (error) {
        setFailure(error instanceof RequestFailed ? error : new RequestFailed(unreachable));
        return undefined;
      } finally {
        underWay.current = false;
        setIsTrying(false);
      }
    },
  };
}
