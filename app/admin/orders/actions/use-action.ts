import { type Submit, useSubmit } from '../../../foundation/browser/submit.ts';
import { RequestFailed } from '../../../foundation/http/api-client.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { orderQuery } from '../../admin-api.ts';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';

/** Something done with one order, of which the shop answers how it is now. Rejects with RequestFailed. */
export async function runOrderAction(
  id: string,
  request: () => Promise<AdminOrder>,
  notice: string,
): Promise<void> {
  try {
    const order = await request();
    await setAdminData(orderQuery(id), () => order);
  } catch (error) {
    // Somebody else was faster: what stands on the screen is not so any more.
    if (error instanceof RequestFailed && error.status === 409) await refreshAdmin('orders');
    throw error;
  }
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
