import { failedOrder, type Outcome, type PayInput, type PayTools } from './pay-tools.ts';
import { withKey } from './payment-attempt.ts';

/** Places a cash order. Waits for pending changes of the cart. Never rejects. */
export async function payCash(
  tools: Pick<PayTools, 'api' | 'afterCartChanges' | 'refreshCart'>,
  input: PayInput,
): Promise<Outcome> {
  const { api, afterCartChanges } = tools;
  try {
    const { order } = await withKey(input, (key) =>
      afterCartChanges(() => api.placeCodOrder(key, input.details)),
    );
    return { kind: 'placed', order };
  } catch (error) {
    return failedOrder(tools, error, 'COD');
  }
}
