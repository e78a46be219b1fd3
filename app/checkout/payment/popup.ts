import { textAt } from '../../foundation/parse-json.ts';
import type { VerifyPaymentInput } from '../contract.ts';

/** Result of the payment window. `late`: the provider has signed the payment, but has not decided yet whether it succeeds. */
export type PopupResult =
  | { outcome: 'paid' | 'late'; proof: VerifyPaymentInput }
  | { outcome: 'failed'; text?: string }
  | { outcome: 'closed' };

export type Popup = {
  result: Promise<PopupResult>;
  /** URL for a link that opens the payment window. */
  address?: string;
  /** Opens or focuses the payment window. Returns false if the browser blocks the window. */
  open(): boolean;
  /** Closes the payment window with the result `closed`. */
  close(): void;
};

export type BankWindow = Pick<Window, 'close' | 'closed' | 'focus'> & { location: Pick<Location, 'replace'> };

const look = 'popup,width=440,height=680';
const name = 'tanabana-bank';
/** Interval in milliseconds at which the page checks whether the window was closed. */
const checkIntervalMs = 300;

/**
 * Opens a blank window during the click, because browsers block a window that is opened only after the server's response. Returns
 * null if the browser blocks the blank window too.
 */
export function openBlankWindow(): Window | null {
  const opened = window.open('', name, look);
  if (!opened || opened.closed) return null;
  opened.document.title = 'One moment …';
  opened.document.body.textContent = 'One moment …';
  return opened;
}

/**
 * Loads the pretend bank's page in the window `opened`. If the browser blocked that window, the method `open` of the popup opens
 * another one.
 */
export function pretendBankPopup(opened: BankWindow | null, bankOrderId: string): Popup {
  const address = `/pretend-bank/${encodeURIComponent(bankOrderId)}`;
  let popup = opened;
  popup?.location.replace(address);
  let settle: (result: PopupResult) => void = () => {};
  const result = new Promise<PopupResult>((resolve) => {
    settle = resolve;
  });

  function onMessage({ origin, data }: MessageEvent<unknown>) {
    if (origin !== location.origin) return;
    const reported = readBank(data, bankOrderId);
    if (reported) settle(reported);
  }
  let wasClosed = false;
  const watch = setInterval(() => {
    // Wait for the next check, because the window's last message may arrive after the window was closed.
    if (wasClosed) settle({ outcome: 'closed' });
    wasClosed = popup?.closed === true;
  }, checkIntervalMs);
  addEventListener('message', onMessage);
  void result.then(() => {
    clearInterval(watch);
    removeEventListener('message', onMessage);
  });

  return {
    result,
    address,
    open() {
      if (popup && !popup.closed) popup.focus();
      else popup = window.open(address, name, look);
      return popup !== null;
    },
    close() {
      popup?.close();
      settle({ outcome: 'closed' });
    },
  };
}

/** Calls `listener` when a window of the pretend bank reports a result. Returns a function that stops the calls. */
export function onBankMessage(listener: () => void): () => void {
  const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === location.origin && textAt(data, 'source') === 'pretend-bank') listener();
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
}

function readBank(data: unknown, bankOrderId: string): PopupResult | undefined {
  if (textAt(data, 'source') !== 'pretend-bank') return undefined;
  const outcome = textAt(data, 'outcome');
  if (outcome === 'closed') return { outcome };
  const razorpay_order_id = textAt(data, 'razorpay_order_id');
  if (razorpay_order_id !== bankOrderId) return undefined;
  if (outcome === 'failed') return { outcome };
  const razorpay_payment_id = textAt(data, 'razorpay_payment_id');
  const razorpay_signature = textAt(data, 'razorpay_signature');
  if ((outcome !== 'paid' && outcome !== 'late') || !razorpay_payment_id || !razorpay_signature)
    return undefined;
  return { outcome, proof: { razorpay_order_id, razorpay_payment_id, razorpay_signature } };
}
