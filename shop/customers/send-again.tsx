import { useEffect, useState } from 'react';
import type { CodeSent } from './contract.ts';
import { clockOf } from './sign-in-rules.ts';

type Props = {
  /** Each one starts the wait anew. */
  sent: CodeSent;
  busy: boolean;
  onAsk: () => void;
};

/** Another code can be asked for after a while, which is counted down; only its end is announced. */
export function SendAgain({ sent, busy, onAsk }: Props) {
  const seconds = useWait(sent);
  return (
    <>
      <span className="sr" role="status">
        {seconds === 0 && 'You can have another code sent now.'}
      </span>
      {seconds === 0 ? (
        <button type="button" className="link tap" aria-disabled={busy} onClick={onAsk}>
          {busy ? 'Sending...' : 'Send again'}
        </button>
      ) : (
        <span className="soft inline-flex min-h-11 items-center">
          Send again in&nbsp;<span className="num">{clockOf(seconds)}</span>
        </span>
      )}
    </>
  );
}

/** The seconds that are left; told from the clock, because a tab that is not seen counts slowly. */
function useWait(sent: CodeSent): number {
  const [left, setLeft] = useState(sent.resendAfter);
  useEffect(() => {
    const end = Date.now() + sent.resendAfter * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sent]);
  return left;
}
