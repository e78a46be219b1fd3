import type { PlacedOrder } from '../../orders/contract.ts';
import { clearDraft } from '../draft.ts';
import type { PaymentMessage } from './messages.ts';
import { payOnline, verifySignedPayment } from './pay-online.ts';
import { failedOrder, type Outcome, type PayInput, type PayTools } from './pay-tools.ts';
import { clearAttempt, withKey } from './payment-attempt.ts';
import { isIdle } from './payment-state.ts';
import type { BankWindow } from './popup.ts';

const minSpinMs = 1000;

/** Places an order and takes its payment, then shows the outcome. Does nothing while another order is in progress. */
export async function pay(
  tools: PayTools,
  input: PayInput,
  blank: BankWindow | null | undefined,
): Promise<void> {
  if (!isIdle(tools.getState())) return;
  tools.dispatch({ type: 'request' });
  await showOutcome(tools, () =>
    input.details.paymentMethod === 'Online' ? payOnline(tools, input, blank) : payCash(tools, input),
  );
}

/** Places a cash order. Waits for pending changes of the cart. Never rejects. */
async function payCash(
  tools: Pick<PayTools, 'api' | 'afterCartChanges' | 'refreshCart'>,
  input: PayInput,
): Promise<Outcome> {
  const { api, afterCartChanges } = tools;
  try {
    const { order } = await withKey(input, (key) =>
      afterCartChanges(() => api.placeCodOrder(key, input.details)),
    );
    return { kind: 'placed', order };
  } catch (error) {
    return failedOrder(tools, error, 'COD');
  }
}

/** Verifies the last signed payment again, then shows the outcome. Does nothing if there is no signed payment. */
export async function verifyAgain(tools: PayTools): Promise<void> {
  const { signed } = tools.getState();
  if (!signed || !isIdle(tools.getState())) return;
  tools.dispatch({ type: 'confirm' });
  await showOutcome(tools, () => verifySignedPayment(tools, signed));
}

/** Runs `work`. Shows its outcome after the spinner has been shown for a second. */
async function showOutcome(tools: PayTools, work: () => Promise<Outcome>): Promise<void> {
  const spinnerElapsed = new Promise((resolve) => setTimeout(resolve, minSpinMs));
  let notice: PaymentMessage | undefined;
  try {
    const outcome = await work();
    if (outcome.kind === 'open-order') await leaveFor(tools, outcome.orderId);
    if (outcome.kind === 'placed') await showPlaced(tools, outcome.order, spinnerElapsed);
    await spinnerElapsed;
    if (outcome.kind === 'invalid-fields') tools.onFields(outcome.fields);
    if (outcome.kind === 'notice') notice = outcome.notice;
  } finally {
    tools.dispatch({ type: 'end', notice });
  }
}

/** Opens the page of a placed order once `ready` has resolved. Deletes the stored order attempt and the draft of the form. */
export async function showPlaced(
  tools: PayTools,
  order: PlacedOrder,
  ready?: Promise<unknown>,
): Promise<void> {
  await tools.showOrder(order);
  await ready;
  clearAttempt();
  clearDraft();
  await leaveFor(tools, order._id);
}

async function leaveFor({ openOrder, refreshCart }: PayTools, orderId: string) {
  await openOrder(orderId);
  void refreshCart();
}
