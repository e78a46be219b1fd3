import { useRef, useState } from 'react';
import { CallFailed, unreachable } from '../../foundation/http/api-client.ts';

export type Try = {
  isTrying: boolean;
  /** Why the last try went wrong. */
  failure: CallFailed | undefined;
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
export function useTry(): Try {
  const underWay = useRef(false);
  const [isTrying, setIsTrying] = useState(false);
  const [failure, setFailure] = useState<CallFailed>();
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
        setFailure(error instanceof CallFailed ? error : new CallFailed(unreachable));
        return undefined;
      } finally {
        underWay.current = false;
        setIsTrying(false);
      }
    },
  };
}
