import { textAt } from '../../foundation/http/api-client.ts';
import type { VerifyPaymentInput } from '../contract.ts';

/** What came of the window in which one pays. `late`: the bank is not sure yet. */
export type PopupResult =
  | { outcome: 'paid' | 'late'; proof: VerifyPaymentInput }
  | { outcome: 'failed'; text?: string }
  | { outcome: 'closed' };

/** A window in which somebody pays. */
export type Popup = {
  result: Promise<PopupResult>;
  /** Where it can be opened by hand. */
  address?: string;
  /** Opens it, or brings it to the front; false when the browser does not let it. */
  open(): boolean;
  /** Gives it up: the answer is `closed`. */
  close(): void;
};

/** A window of this page, as far as a popup uses it. */
export type BankWindow = Pick<Window, 'close' | 'closed' | 'focus'> & { location: Pick<Location, 'replace'> };

const look = 'popup,width=440,height=680';
const name = 'tanabana-bank';
/** How often it is looked whether the window is still there, in milliseconds. */
const rhythm = 300;

/**
 * Opens the pretend bank's window before anybody knows what is to be paid. Browsers open windows for a click only, and
 * the shop's answer comes too late for that. `null` where the browser blocks it.
 */
export function openBlankWindow(): Window | null {
  const opened = window.open('', name, look);
  if (!opened || opened.closed) return null;
  opened.document.title = 'One moment …';
  opened.document.body.textContent = 'One moment …';
  return opened;
}

/** Shows the pretend bank's order in the window, and waits for what comes of it. */
export function pretendBankPopup(opened: BankWindow | null, bankOrderId: string): Popup {
  const address = `/pretend-bank/${encodeURIComponent(bankOrderId)}`;
  let popup = opened;
  popup?.location.replace(address);
  let settle: (answer: PopupResult) => void = () => {};
  const result = new Promise<PopupResult>((resolve) => {
    settle = resolve;
  });

  function onMessage({ origin, data }: MessageEvent<unknown>) {
    if (origin !== location.origin) return;
    const notice = readBank(data, bankOrderId);
    if (notice) settle(notice);
  }
  let wasClosed = false;
  const watch = setInterval(() => {
    // What the window said last may still be on its way when it is gone already.
    if (wasClosed) settle({ outcome: 'closed' });
    wasClosed = popup?.closed === true;
  }, rhythm);
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
