import { afterEach, beforeEach, vi } from 'vitest';
import type { Cart } from '../../app/cart/contract.ts';
import type { OrderDetails, PaymentCheck, PaymentOrder } from '../../app/checkout/contract.ts';
import type { PayInput, PayTools } from '../../app/checkout/payment/pay-tools.ts';
import {
  idleState,
  type PaymentAction,
  type PaymentState,
  paymentReducer,
  type Stage,
} from '../../app/checkout/payment/payment-state.ts';
import type { PopupResult } from '../../app/checkout/payment/popup.ts';
import type { PlacedOrder } from '../../app/orders/contract.ts';
import { type PretendBrowser, pretendBrowser } from './browser.ts';

/** Start time of the tests: 20:00 in India. */
export const evening = Date.parse('2026-11-25T14:30:00Z');
export const minutes = (count: number) => count * 60_000;
const at = (time: number) => new Date(time).toISOString();

/** Gives each test of the file a new browser with a draft of the delivery form, and a stopped clock. */
export function withCheckoutBrowser() {
  let browser: PretendBrowser;
  beforeEach(() => {
    browser = pretendBrowser();
    browser.tabStorage.set('tanabana.delivery', '{}');
    vi.useFakeTimers({ now: evening });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return { hasDraft: () => browser.tabStorage.has('tanabana.delivery') };
}

const home = {
  ...{ firstName: 'Meera', lastName: 'Joshi', phone: '+919829000000', address: '14, Ravi Nagar' },
  ...{ apartment: '2nd floor', city: 'Jaipur', state: 'Rajasthan', pincode: '302003', country: 'India' },
};

export const order: PlacedOrder = {
  ...{ _id: 'order-1', channel_order_id: 'TB1001', orderItems: [], state: 'placed', paymentMethod: 'Online' },
  ...{ subtotal: 450, taxes: 0, shipping_charges: 0, total: 450, cancelledAmount: 0, paymentPending: false },
  ...{ createdAt: at(evening), expiresAt: null, promisedBy: null },
  userId: { ...home, email: 'meera@example.in' },
};

export const unpaid = (change: Partial<PlacedOrder> = {}): PlacedOrder => ({
  ...order,
  ...{ state: 'pending_payment', expiresAt: at(evening + minutes(15)) },
  ...change,
});

/** The shop's response about the payment of order-1. */
export const checked = (
  payment: PaymentCheck['payment'],
  change: Partial<PlacedOrder> = {},
): PaymentCheck => ({
  ...{ success: true, payment },
  order: payment === 'placed' ? { ...order, ...change } : unpaid(change),
});

export const payment: PaymentOrder = {
  ...{ success: true, keyId: 'key', provider: 'pretend-bank', title: 'Product purchase', prefill: {} },
  ...{ order: { id: 'bank-1', amount: 45_000, currency: 'INR' }, orderId: order._id },
  expiresAt: at(evening + minutes(15)),
};

export const proof = {
  ...{ razorpay_order_id: 'bank-1', razorpay_payment_id: 'paid-1', razorpay_signature: 'signed' },
};

export const payInput = (
  paymentMethod: 'COD' | 'Online',
  userId = 'meera',
  change: Partial<OrderDetails> = {},
): PayInput => ({ userId, details: { shippingInfo: home, total: 450, ...change, paymentMethod } });

const emptyCart: Cart = {
  ...{ items: [], count: 0, subtotal: 0, shippingCost: 0, tax: 0, total: 0, version: 2, notice: null },
};
/** A cart with a different product than the order. */
export const otherCart: Cart = {
  ...emptyCart,
  items: [
    {
      ...{ _id: '1', id: '1', proId: 'TB-STO-002', productName: 'Stole', title: 'Stole', proPrice: 450 },
      ...{ price: 450, quantity: 1, img1: null, image: null, mrp: null, size: null, sizeLabel: null },
      ...{ stock: 3, url: '/', picture: null, from: '', notes: [] },
    },
  ],
};

/** The blank window that the click on Pay Now opens. */
export const blankWindow = () => ({
  ...{ close: vi.fn<() => void>(), focus: vi.fn<() => void>(), closed: false },
  location: { replace: vi.fn<(url: string | URL) => void>() },
});

/** Creates a checkout page and a shop that accepts every request. Needs `pretendBrowser` and fake timers. */
export function checkoutPage() {
  const popup = Promise.withResolvers<PopupResult>();
  let state: PaymentState = idleState;
  const shown = {
    stages: new Array<Stage>(state.stage),
    /** Number of times that the message changed. */
    notices: 0,
    get notice() {
      return state.notice;
    },
  };
  const placed = { success: true as const, message: '', order };
  const tools = {
    api: {
      placeCodOrder: vi.fn<PayTools['api']['placeCodOrder']>(async () => placed),
      createPaymentOrder: vi.fn<PayTools['api']['createPaymentOrder']>(async () => payment),
      verifyPayment: vi.fn<PayTools['api']['verifyPayment']>(async () => placed),
      renewHold: vi.fn<PayTools['api']['renewHold']>(async () => ({
        ...{ success: true, expiresAt: at(Date.now() + minutes(15)) },
      })),
      checkPayment: vi.fn<PayTools['api']['checkPayment']>(async () => checked('not-begun')),
      toLocalClock: (moment: string) => Date.parse(moment),
    },
    getState: () => state,
    dispatch(action: PaymentAction) {
      const next = paymentReducer(state, action);
      if (next.stage !== state.stage) shown.stages.push(next.stage);
      if (next.notice !== state.notice) shown.notices++;
      state = next;
    },
    afterCartChanges: <T>(work: () => Promise<T>) => work(),
    loadProvider: vi.fn<PayTools['loadProvider']>(async () => undefined),
    openPopup: vi.fn<PayTools['openPopup']>(async () => ({
      result: popup.promise,
      open: () => true,
      close: () => popup.resolve({ outcome: 'closed' }),
    })),
    readCart: vi.fn<PayTools['readCart']>(async () => emptyCart),
    refreshCart: vi.fn<PayTools['refreshCart']>(async () => undefined),
    storeCart: vi.fn<PayTools['storeCart']>(async () => undefined),
    showOrder: vi.fn<PayTools['showOrder']>(async () => undefined),
    openOrder: vi.fn<PayTools['openOrder']>(async () => undefined),
    onFields: vi.fn<PayTools['onFields']>(),
  } satisfies PayTools;
  return { tools, shown, popup };
}
