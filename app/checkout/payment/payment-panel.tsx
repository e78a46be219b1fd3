import { useEffect, useRef } from 'react';
import { loginPath } from '../../customers/authenticated-fetch.ts';
import { formatCountdown, useSecondsLeft } from '../../foundation/browser/use-seconds-left.ts';
import { timeOfDay } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { deliveryFormId } from '../delivery-form.tsx';
import type { PaymentMessage } from './messages.ts';
import type { Stage } from './payment-state.ts';

/** The Pay Now button. Shows a spinner while an order is in progress. */
export function PayButton({
  stage,
  isPending,
  total,
  className,
}: {
  stage: Stage;
  isPending: boolean;
  total?: number;
  className: string;
}) {
  const busy = stage.at !== 'idle';
  return (
    <button
      type="submit"
      form={deliveryFormId}
      className={className}
      aria-disabled={busy || isPending || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      Pay Now{total !== undefined && <span className="num"> {formatRupees(total)}</span>}
    </button>
  );
}

/** Panel shown during a payment: the remaining time of the stock hold, a link to the pretend bank, and a cancel button. */
export function PaymentInProgress({ stage }: { stage: Extract<Stage, { at: 'paying' }> }) {
  const { popup, isOpen, heldUntil } = stage;
  const secondsLeft = useSecondsLeft(heldUntil);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If the payment window is not open, focus the panel, because the customer must open the window there. On phones, the panel
    // is below the visible part of the page.
    if (!isOpen) box.current?.focus();
  }, [isOpen]);
  return (
    <div className="alert info mt-4" tabIndex={-1} ref={box}>
      <Icon name="clock" />
      <div className="flex flex-1 flex-col gap-1">
        <p role="timer">
          {secondsLeft > 0 ? (
            <>
              Held for you: <span className="num">{formatCountdown(secondsLeft)}</span> left
            </>
          ) : (
            'We are no longer holding your pieces. If you pay now, we will place the order if they are still available, and otherwise refund you.'
          )}
        </p>
        <p role="status">
          {isOpen
            ? 'Please finish the payment in the payment window. You will then come back here automatically.'
            : 'Your browser has blocked the payment window.'}
        </p>
        <div className="flex flex-wrap gap-x-5">
          {popup.address && (
            <a
              className="link tap"
              href={popup.address}
              target="tanabana-bank"
              rel="opener"
              onClick={(event) => {
                if (popup.open()) event.preventDefault();
              }}
            >
              {isOpen ? 'Show the payment window' : 'Open the payment window'}
            </a>
          )}
          <button type="button" className="link tap" onClick={() => popup.close()}>
            Cancel this payment
          </button>
        </div>
      </div>
    </div>
  );
}

type NoticeProps = {
  notice: PaymentMessage;
  mayPayCash: boolean;
  onCash: () => void;
  onVerify: () => void;
};

/** Notice about an order or its payment, with the possible actions. Takes the focus when it appears. */
export function PaymentNotice({ notice, mayPayCash, onCash, onVerify }: NoticeProps) {
  const { title, text, heldUntil, orderId, offers } = notice;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) box.current?.focus();
  }, [notice]);
  return (
    <div className="alert mt-4" role="alert" tabIndex={-1} ref={box}>
      <Icon name="circle-alert" />
      <div className="flex flex-1 flex-col gap-1">
        <p>
          {title && <b>{title}</b>} {text}
          {heldUntil !== undefined && ` Your pieces are held for you until ${timeOfDay(heldUntil)}.`}
        </p>
        <div className="flex flex-wrap gap-x-5 empty:hidden">
          {offers.includes('login') && (
            <Link className="link tap" to={loginPath(urls.checkout)}>
              Login
            </Link>
          )}
          {offers.includes('again') && (
            <button type="submit" form={deliveryFormId} className="link tap">
              Try again
            </button>
          )}
          {offers.includes('verify') && (
            <button type="button" className="link tap" onClick={onVerify}>
              Check again
            </button>
          )}
          {offers.includes('cash') && mayPayCash && (
            <button type="button" className="link tap" onClick={onCash}>
              Choose cash on delivery
            </button>
          )}
          {orderId && (
            <Link className="link tap" to={`${urls.account}?placed=${encodeURIComponent(orderId)}`}>
              See the order
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
