import { createScriptLoader } from '../../foundation/browser/load-script.ts';
import type { PaymentOrder, VerifyPaymentInput } from '../contract.ts';
import type { Popup, PopupResult } from './popup.ts';

type Settings = {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: PaymentOrder['prefill'];
  handler: (response: VerifyPaymentInput) => void;
  modal: { ondismiss: () => void; confirm_close: boolean };
};

/** The properties of Razorpay's Standard Checkout that the shop uses. */
type RazorpayWindow = {
  open(): void;
  close(): void;
  on(event: 'payment.failed', listener: (reported: { error?: { description?: string } }) => void): void;
};

declare global {
  interface Window {
    Razorpay?: new (settings: Settings) => RazorpayWindow;
  }
}

const loadScript = createScriptLoader(
  () => window.Razorpay,
  [
    'The payment window could not be loaded, because something in your browser or network blocks it. The payment has not started.',
    0,
    'script-blocked',
  ],
);

/** Loads Razorpay's script once. Rejects with `RequestFailed` on failure. */
export const loadRazorpay = () => loadScript('https://checkout.razorpay.com/v1/checkout.js');

/** Opens Razorpay's dialog. `shopName` is shown as the payee. */
export async function razorpayPopup(payment: PaymentOrder, shopName: string): Promise<Popup> {
  const Razorpay = await loadRazorpay();
  let settle: (result: PopupResult) => void = () => {};
  const result = new Promise<PopupResult>((resolve) => {
    settle = resolve;
  });
  // A failed payment can be retried in the same dialog, so `failed` becomes the result only when the dialog closes.
  let failure: string | undefined;
  const opened = new Razorpay({
    key: payment.keyId,
    amount: payment.order.amount,
    currency: payment.order.currency,
    order_id: payment.order.id,
    name: shopName,
    description: payment.title,
    prefill: payment.prefill,
    handler: ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) =>
      settle({ outcome: 'paid', proof: { razorpay_order_id, razorpay_payment_id, razorpay_signature } }),
    modal: {
      ondismiss: () =>
        settle(failure === undefined ? { outcome: 'closed' } : { outcome: 'failed', text: failure }),
      confirm_close: true,
    },
  });
  opened.on('payment.failed', ({ error }) => {
    failure = error?.description ?? '';
  });
  opened.open();
  return {
    result,
    open: () => true,
    close() {
      opened.close();
      settle({ outcome: 'closed' });
    },
  };
}
