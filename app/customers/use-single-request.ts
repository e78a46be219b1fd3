import { useRef, useState } from 'react';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';

/** One call at a time, and why it failed. */
export function useSingleRequest() {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState<string>();

  /** True when it succeeded. Never rejects; a second call while one is under way is none. */
  async function run(ask: () => Promise<unknown>): Promise<boolean> {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setText(undefined);
    try {
      await ask();
      return true;
    } catch (error) {
      setText(error instanceof RequestFailed ? error.message : unreachableMessage);
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }
  return { busy, message: text, run };
}
