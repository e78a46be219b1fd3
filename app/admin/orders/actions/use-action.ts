import { RequestFailed } from '../../../foundation/http/api-client.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';
import { type Submit, useSubmit } from '../../layout/use-submit.ts';
import type { AdminOrder } from '../contract.ts';
import { orderQuery } from '../orders-api.ts';

/** Something done with one order, of which the shop answers how it is now. Rejects with RequestFailed. */
export async function runOrderAction(
  id: string,
  ask: () => Promise<AdminOrder>,
  text: string,
): Promise<void> {
  try {
    setAdminData(orderQuery(id), await ask());
  } catch (error) {
    // Somebody else was faster: what stands on the screen is not so any more.
    if (error instanceof RequestFailed && error.status === 409) await refreshAdmin('orders');
    throw error;
  }
  await refreshAdmin('orders', 'dashboard');
  notify(text);
}

/** The same for a form or a button, one at a time; `act` answers whether it was done. */
export function useOrderAction(id: string): Omit<Submit, 'attempt'> & {
  act: (ask: () => Promise<AdminOrder>, text: string) => Promise<boolean>;
} {
  const { attempt, ...rest } = useSubmit();
  return {
    ...rest,
    act: async (ask, text) => {
      const done = await attempt(async () => {
        await runOrderAction(id, ask, text);
        return true;
      });
      return done === true;
    },
  };
}
