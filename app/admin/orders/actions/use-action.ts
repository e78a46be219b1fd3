import { type Submit, useSubmit } from '../../../foundation/browser/submit.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { orderQuery } from '../../admin-api.ts';
import { refreshAdmin, refreshOnConflict, setAdminData } from '../../layout/use-admin.ts';

/** Something done with one order, of which the shop answers how it is now. Rejects with RequestFailed. */
export async function runOrderAction(
  id: string,
  request: () => Promise<AdminOrder>,
  notice: string,
): Promise<void> {
  const order = await refreshOnConflict('orders', request());
  await setAdminData(orderQuery(id), () => order);
  await refreshAdmin('orders', 'dashboard');
  notify(notice);
}

/** The same for a form or a button, one at a time; `act` answers whether it was done. */
export function useOrderAction(id: string): Omit<Submit, 'attempt'> & {
  run: (request: () => Promise<AdminOrder>, notice: string) => Promise<boolean>;
} {
  const { attempt, ...rest } = useSubmit();
  return {
    ...rest,
    run: async (request, notice) => {
      const done = await attempt(async () => {
        await runOrderAction(id, request, notice);
        return true;
      });
      return done === true;
    },
  };
}
