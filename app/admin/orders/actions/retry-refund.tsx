import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

type Props = { orderId: string; refund: AdminOrder['refunds'][number] };

/** What can be done about a refund that the bank refused. */
export function RetryRefund({ orderId, refund }: Props) {
  const { isPending, failure, run } = useOrderAction(orderId);
  if (!refund.isRetryable)
    return (
      <p className="soft">
        The bank had taken it on, and then it failed. Please settle it in the bank’s own pages.
      </p>
    );
  const request = () =>
    readResponse(
      ordersApi.admin.orders[':id'].refunds[':refund'].retry.$post({
        param: { id: orderId, refund: refund.id },
      }),
    );
  return (
    <>
      <FailureNote failure={failure} />
      <button
        type="button"
        className="link tap"
        aria-disabled={isPending}
        onClick={() => void run(request, 'The bank is asked once more.')}
      >
        Ask the bank once more
      </button>
    </>
  );
}
