import { useRef, useState } from 'react';
import { RequestFailed, unreachableMessage } from '../../foundation/http/api-client.ts';

export type Submit = {
  isPending: boolean;
  /** Why the last try went wrong. */
  failure: RequestFailed | undefined;
  /**
   * Does it, unless something is under way: whoever presses twice tries once. `undefined` when it was refused.
   * Never rejects.
   */
  attempt: <T>(request: () => Promise<T>) => Promise<T | undefined>;
  /** What is wrong with one field, in words. */
  errorOf: (field: string) => string | undefined;
  clearFailure: () => void;
};

/** One thing tried at a time, such as saving a form. */
export function useSubmit(): Submit {
  const inFlight = useRef(false);
  const [isPending, setIsTrying] = useState(false);
  const [failure, setFailure] = useState<RequestFailed>();
  return {
    isPending,
    failure,
    errorOf: (name) => failure?.fields.find(({ field }) => field === name)?.message,
    clearFailure: () => setFailure(undefined),
    async attempt(request) {
      if (inFlight.current) return undefined;
      inFlight.current = true;
      setIsTrying(true);
      setFailure(undefined);
      try {
        return await request();
      } catch (error) {
        setFailure(error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage));
        return undefined;
      } finally {
        inFlight.current = false;
        setIsTrying(false);
      }
    },
  };
}
