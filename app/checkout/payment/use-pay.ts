/**
 * use-pay -> pay -+-> placeCodOrder (cash)
 *                 +-> pay-online (online) -> createPaymentOrder -> popup or razorpay-popup -> verifyPayment
 * The requests are in checkout-api. payment-state is what the screen shows, with sentences from messages. payment-attempt
 * survives a reload, after which earlier-payment checks the payment. pay-tools has the types of what pay and pay-online call.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { changeInOrder } from '../../cart/cart-api.ts';
import { cartQuery } from '../../cart/cart-store.ts';
import { refreshCustomerData, setCustomerData } from '../../customers/customer-query.ts';
import { profileQuery } from '../../customers/profile/use-profile.ts';
import type { ProviderName } from '../../payments/payment-facts.ts';
import * as urls from '../../urls.ts';
import {
  checkPayment,
  createPaymentOrder,
  placeCodOrder,
  placedOrderQuery,
  renewHold,
  toLocalClock,
  verifyPayment,
} from '../checkout-api.ts';
import type { PaymentOrder } from '../contract.ts';
import { checkEarlierPayment, watchPayment } from './earlier-payment.ts';
import type { PaymentMessage } from './messages.ts';
import { pay, verifyAgain } from './pay.ts';
import type { PayInput, PayTools } from './pay-tools.ts';
import { clearAttempt, currentAttempt } from './payment-attempt.ts';
import { idleState, type PaymentState, paymentReducer } from './payment-state.ts';
import { type BankWindow, type Popup, pretendBankPopup } from './popup.ts';
import { loadRazorpay, razorpayPopup } from './razorpay-popup.ts';

type Input = Pick<PayTools, 'onFields'> & {
  userId: string | undefined;
  shopName: string;
};

const popups: Record<
  ProviderName,
  (order: PaymentOrder, blank: BankWindow | null | undefined, shopName: string) => Popup | Promise<Popup>
> = {
  razorpay: (order, _, shopName) => razorpayPopup(order, shopName),
  'pretend-bank': (order, blank) => pretendBankPopup(blank ?? null, order.order.id),
};

const browserTools = {
  api: { checkPayment, createPaymentOrder, placeCodOrder, renewHold, toLocalClock, verifyPayment },
  afterCartChanges: changeInOrder,
  loadProvider: loadRazorpay,
  readCart: () => cartQuery.fetch(AbortSignal.timeout(20_000)),
  refreshCart: () => refreshCustomerData(cartQuery),
  storeCart: (cart) => setCustomerData(cartQuery, () => cart),
  showOrder: async (order) => {
    await setCustomerData(placedOrderQuery(order._id), () => order);
    // Reload the profile, because the order may have saved its address there. Reload the order, because it says whether its
    // address can still be saved.
    void refreshCustomerData(placedOrderQuery(order._id), profileQuery);
  },
} satisfies Partial<PayTools>;

/**
 * Hook that places orders and takes online payments, one at a time. The same input never creates a second order or payment, not
 * even after a reload.
 */
export function usePay({ userId, shopName, onFields }: Input) {
  const [{ stage, notice }, setState] = useState(idleState);
  const current = useRef<{ userId?: string; state: PaymentState }>({ state: idleState });
  const navigate = useNavigate();

  const tools = (): PayTools => {
    const payment = current.current;
    return {
      ...browserTools,
      getState: () => payment.state,
      dispatch(action) {
        payment.state = paymentReducer(payment.state, action);
        // If another customer has signed in in the meantime, do not show this payment to that customer.
        if (payment === current.current) setState(payment.state);
      },
      openPopup: async (order, blank) => popups[order.provider](order, blank, shopName),
      openOrder: async (id) =>
        navigate(`${urls.account}?placed=${encodeURIComponent(id)}`, { replace: true }),
      onFields,
    };
  };

  const check = useEffectEvent((orderId?: string) => void checkEarlierPayment(tools(), orderId));
  useEffect(() => {
    if (!userId) return;
    // If another customer has signed in on this page, discard the payment of the previous customer.
    if (current.current.userId && current.current.userId !== userId) {
      current.current = { state: idleState };
      clearAttempt();
      setState(idleState);
    }
    current.current.userId = userId;
    check(currentAttempt()?.orderId);
  }, [userId]);
  useEffect(() => watchPayment(notice, (orderId) => check(orderId)), [notice]);

  return {
    stage,
    notice,
    pay: (input: PayInput, blank: BankWindow | null | undefined) => pay(tools(), input, blank),
    verify: () => verifyAgain(tools()),
    showNotice: (message: PaymentMessage | undefined) =>
      tools().dispatch({ type: 'notify', notice: message }),
  };
}
