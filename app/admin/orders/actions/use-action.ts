import { useSubmit } from '../../../foundation/browser/submit.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { orderQuery } from '../../admin-api.ts';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../../layout/use-admin.ts';

/** Waits for the response of an action on an order, and shows the changed order with a notice. Rejects with RequestFailed. */
export async function runOrderAction(
  id: string,
  response: Promise<AdminOrder>,
  notice: string,
): Promise<void> {
  const order = await refreshOnConflict('orders', response);
  await setAdminData(orderQuery(id), () => order);
  await refreshAdmin('orders', 'dashboard');
  notify(notice);
}

/** Hook of a button that runs an action on an order, one at a time. */
export function useOrderAction(id: string) {
  const { isPending, failure, attempt } = useSubmit();
  const run = (request: () => Promise<AdminOrder>, notice: string) =>
    attempt(() => runOrderAction(id, request(), notice));
  return { isPending, failure, run };
}
