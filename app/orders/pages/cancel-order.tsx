import { useState } from 'react';
import { formatRupees } from '../../foundation/money.ts';
import type { Order } from '../contract.ts';
import { cancelOrder } from '../orders-api.ts';
import { ConfirmOrderDialog } from './confirm-dialog.tsx';
import type { OrderMutation } from './use-order.ts';

/** Dialog that cancels an order, and the button that opens the dialog. Omits the button if the order cannot be cancelled. */
export function CancelOrder({ order, change }: { order: Order; change: OrderMutation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {order.mayCancel && (
        <div className="actions">
          <button type="button" className="btn warn small" onClick={() => setOpen(true)}>
            Cancel order
          </button>
          <span className="small soft">You can cancel until the courier collects it.</span>
        </div>
      )}
      {isOpen && (
        <ConfirmOrderDialog
          title="Cancel this order?"
          submitLabel="Cancel order"
          pendingLabel="Cancelling..."
          dismissLabel="Keep the order"
          send={(_, signal) => change.send(cancelOrder(order._id, signal))}
          onClose={() => setOpen(false)}
        >
          <p>
            {order.orderItems.length > 1 && 'All pieces of the order are cancelled together. '}
            {refundText(order)}
          </p>
        </ConfirmOrderDialog>
      )}
    </>
  );
}

function refundText({ paymentMethod, state, total }: Order): string {
  if (paymentMethod === 'COD') return 'You haven’t paid yet, so no refund is due.';
  if (state === 'pending_payment')
    return 'Nothing has come from your bank yet. If it sends the money after all, we send it back.';
  return `The ${formatRupees(total)} that you paid goes back the way you paid it, and reaches you in 7–10 working days.`;
}
