import { useEffect, useState } from 'react';
import { formatCountdown } from './rules.ts';
import type { SentCode } from './sent-code.ts';

type Props = {
  /** Each one starts the wait anew. */
  sent: SentCode;
  busy: boolean;
  onResend: () => void;
};

/** Another code can be asked for after a while, which is counted down; only its end is announced. */
export function ResendCode({ sent, busy, onResend }: Props) {
  const seconds = useWait(sent);
  return (
    <>
      <span className="sr" role="status">
        {seconds === 0 && 'You can have another code sent now.'}
      </span>
      {seconds === 0 ? (
        <button type="button" className="link tap" aria-disabled={busy} onClick={onResend}>
          {busy ? 'Sending...' : 'Send again'}
        </button>
      ) : (
        <span className="soft inline-flex min-h-11 items-center">
          Send again in&nbsp;<span className="num">{formatCountdown(seconds)}</span>
        </span>
      )}
    </>
  );
}

/** The seconds that are left; told from the clock, because a tab that is not seen counts slowly. */
function useWait(sent: SentCode): number {
  const [left, setLeft] = useState(() => leftOf(sent));
  useEffect(() => {
    const tick = () => setLeft(leftOf(sent));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sent]);
  return left;
}

function leftOf({ sentAt, resendAfter }: SentCode): number {
  return Math.max(0, Math.ceil((sentAt + resendAfter * 1000 - Date.now()) / 1000));
}
