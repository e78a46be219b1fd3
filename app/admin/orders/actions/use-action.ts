import { CallFailed } from '../../../foundation/http/api-client.ts';
import { notify } from '../../../foundation/ui/notices.ts';
import { refreshOffice, setOffice } from '../../layout/use-admin.ts';
import { type Try, useTry } from '../../layout/use-submit.ts';
import type { OfficeOrder } from '../contract.ts';
import { orderQuery } from '../orders-api.ts';

/** Something done with one order, of which the shop answers how it is now. Rejects with CallFailed. */
export async function doWithOrder(id: string, ask: () => Promise<OfficeOrder>, words: string): Promise<void> {
  try {
    setOffice(orderQuery(id), await ask());
  } catch (error) {
    // Somebody else was faster: what stands on the screen is not so any more.
    if (error instanceof CallFailed && error.status === 409) await refreshOffice('orders');
    throw error;
  }
  await refreshOffice('orders', 'today');
  notify(words);
}

/** The same for a form or a button, one at a time; `act` answers whether it was done. */
export function useAct(id: string): Omit<Try, 'attempt'> & {
  act: (ask: () => Promise<OfficeOrder>, words: string) => Promise<boolean>;
} {
  const { attempt, ...rest } = useTry();
  return {
    ...rest,
    act: async (ask, words) => {
      const done = await attempt(async () => {
        await doWithOrder(id, ask, words);
        return true;
      });
      return done === true;
    },
  };
}
