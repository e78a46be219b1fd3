import { useEffect, useRef, useState } from 'react';
import { asFailure, type RequestFailed } from '../http/api-client.ts';

type AttemptOptions<Name> = { name?: Name; onFailure?: (failure: RequestFailed) => void };

/** Hook for a form or a button that sends one request at a time. */
export function useSubmit<Name extends string = 'sending'>() {
  const controller = useRef<AbortController>(undefined);
  /** The name of the request in progress. The default name is `sending`. */
  const [pending, setPending] = useState<Name | 'sending'>();
  const [failure, setFailure] = useState<RequestFailed>();
  useEffect(() => () => controller.current?.abort(), []);

  /**
   * Sends a request and resolves to its result. Resolves to undefined if the request fails, or if another request is in progress.
   * Never rejects. The request is aborted when the component is unmounted.
   */
  async function attempt<T>(
    request: (signal: AbortSignal) => Promise<T>,
    { name, onFailure }: AttemptOptions<Name> = {},
  ): Promise<T | undefined> {
    if (controller.current) return undefined;
    controller.current = new AbortController();
    setPending(name ?? 'sending');
    setFailure(undefined);
    try {
      return await request(controller.current.signal);
    } catch (error) {
      const failed = asFailure(error);
      setFailure(failed);
      onFailure?.(failed);
      return undefined;
    } finally {
      controller.current = undefined;
      setPending(undefined);
    }
  }

  return {
    pending,
    isPending: pending !== undefined,
    failure,
    attempt,
    errorOf: (name: string) => failure?.fields.find(({ field }) => field === name)?.message,
    clearFailure: () => setFailure(undefined),
  };
}
