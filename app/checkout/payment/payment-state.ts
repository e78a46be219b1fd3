import type { VerifyPaymentInput } from '../contract.ts';
import type { PaymentMessage } from './messages.ts';
import type { Popup } from './popup.ts';

type Paying = { popup: Popup; isOpen: boolean; heldUntil: number };

/**
 * Progress of an order after Pay Now was pressed: idle → requesting → paying → confirming → idle. A cash order skips paying and
 * confirming.
 */
export type Stage =
  | { at: 'idle' }
  /** The order is being placed, or the payment is being created. */
  | { at: 'requesting' }
  /** The payment window is open, or the browser has blocked the window. */
  | ({ at: 'paying' } & Paying)
  /** The payment window has closed or reported a result, and the payment is being checked. A signed payment is being verified. */
  | { at: 'confirming' };

/** A payment that the provider has signed. `heldUntil` is the end of the order's stock hold in milliseconds since 1970. */
export type SignedPayment = { proof: VerifyPaymentInput; orderId: string; heldUntil: number };

export type PaymentState = {
  stage: Stage;
  /** The notice shown while the stage is idle. */
  notice?: PaymentMessage | undefined;
  /** The last signed payment, kept for a repeated verification. */
  signed?: SignedPayment | undefined;
};

export type PaymentAction =
  /** The customer pressed Pay Now. Ignored while an order is in progress. */
  | { type: 'request' }
  | ({ type: 'pay' } & Paying)
  | { type: 'renew'; heldUntil: number }
  /** The payment window has closed or reported a result, or the last verification is being repeated. */
  | { type: 'confirm'; signed?: SignedPayment }
  /** The order was placed or has failed. */
  | { type: 'end'; notice: PaymentMessage | undefined }
  | { type: 'notify'; notice: PaymentMessage | undefined }
  /** The state of an earlier payment was read. Does not replace an equal notice, because a new notice takes the focus. */
  | { type: 'update'; notice: PaymentMessage | undefined };

export const idleState: PaymentState = { stage: { at: 'idle' } };

export const isIdle = ({ stage }: PaymentState): boolean => stage.at === 'idle';

/** Returns the next state. If the action does not apply to the current stage, returns the same state. */
export function paymentReducer(state: PaymentState, action: PaymentAction): PaymentState {
  const { stage, notice } = state;
  switch (action.type) {
    case 'request':
      return isIdle(state) ? { ...state, stage: { at: 'requesting' }, notice: undefined } : state;
    case 'pay': {
      const { type: _type, ...paying } = action;
      return stage.at === 'requesting' ? { ...state, stage: { at: 'paying', ...paying } } : state;
    }
    case 'renew':
      return stage.at === 'paying' ? { ...state, stage: { ...stage, heldUntil: action.heldUntil } } : state;
    case 'confirm':
      if (stage.at !== 'paying' && stage.at !== 'idle') return state;
      return { stage: { at: 'confirming' }, notice: undefined, signed: action.signed ?? state.signed };
    case 'end':
      return { ...state, stage: { at: 'idle' }, notice: action.notice };
    case 'notify':
      return isIdle(state) ? { ...state, notice: action.notice } : state;
    case 'update': {
      const isSame = notice?.text === action.notice?.text && notice?.title === action.notice?.title;
      return isIdle(state) && !isSame ? { ...state, notice: action.notice } : state;
    }
  }
}
