import { useSubmit } from '../../../foundation/browser/submit.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import { type adminApi, orderQuery } from '../../admin-api.ts';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../../layout/use-admin.ts';

/** The response of every action on an order: the changed order. */
type OrderResponse = ReturnType<(typeof adminApi.orders)[':id']['pack']['$post']>;

/** Waits for the response of an action on an order, and shows the changed order with a notice. Rejects with RequestFailed. */
export async function runOrderAction(id: string, response: OrderResponse, notice: string): Promise<void> {
  const order = await refreshOnConflict('orders', readResponse(response));
  await setAdminData(orderQuery(id), () => order);
  await refreshAdmin('orders', 'dashboard', 'menu-counts');
  notify(notice);
}

/** Hook of a button that runs an action on an order, one at a time. */
export function useOrderAction(id: string) {
  const { isPending, failure, attempt } = useSubmit();
  const run = (request: () => OrderResponse, notice: string) =>
    attempt(() => runOrderAction(id, request(), notice));
  return { isPending, failure, run };
}
