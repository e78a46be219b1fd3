import { useSubmit } from '../../../foundation/browser/submit.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import { type adminApi, adminOrderQuery } from '../../admin-api.ts';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../../layout/use-admin.ts';

type OrderResponse = ReturnType<(typeof adminApi.orders)[':id']['pack']['$post']>;

/** Waits for the response of an action on an order, then shows the changed order and a notice. Rejects with RequestFailed. */
export async function runOrderAction(id: string, response: OrderResponse, notice: string): Promise<void> {
  const order = await refreshOnConflict('orders', readResponse(response));
  await setAdminData(adminOrderQuery(id), () => order);
  await refreshAdmin('orders', 'dashboard', 'menu-counts');
  notify(notice);
}

/** Hook for buttons that run actions on an order, one at a time. */
export function useOrderAction(id: string) {
  const { isPending, failure, attempt } = useSubmit();
  const run = (request: () => OrderResponse, notice: string) =>
    attempt(() => runOrderAction(id, request(), notice));
  return { isPending, failure, run };
}
