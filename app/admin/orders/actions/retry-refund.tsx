import { readAnswer } from '../../../foundation/http/api-client.ts';
import { FailureNote } from '../../layout/fields.tsx';
import type { OfficeOrder } from '../contract.ts';
import { orderCalls } from '../orders-api.ts';
import { useAct } from './use-action.ts';

type Props = { orderId: string; refund: OfficeOrder['refunds'][number] };

/** What can be done about a refund that the bank refused. */
export function RefundAgain({ orderId, refund }: Props) {
  const { isTrying, failure, act } = useAct(orderId);
  if (!refund.mayAskAgain)
    return (
      <p className="soft">
        The bank had taken it on, and then it failed. Please settle it in the bank’s own pages.
      </p>
    );
  const ask = () =>
    readAnswer(
      orderCalls.admin.orders[':id'].refunds[':refund']['ask-again'].$post({
        param: { id: orderId, refund: refund.id },
      }),
    );
  return (
    <>
      <FailureNote failure={failure} />
      <button
        type="button"
        className="link tap"
        aria-disabled={isTrying}
        onClick={() => void act(ask, 'The bank is asked once more.')}
      >
        Ask the bank once more
      </button>
    </>
  );
}
