import { asJson, stored } from '../foundation/browser/stored.ts';

const asAnyJson = asJson((json): unknown => json);

/**
 * Personal data of the checkout in this tab: the delivery form and the attempt to pay. They stand here and not in the
 * checkout, because signing out removes them before the checkout's code is loaded.
 */
export const storedDelivery = stored('tanabana.delivery', asAnyJson, 'sessionStorage');
export const storedAttempt = stored('tanabana.attempt', asAnyJson, 'sessionStorage');

export function clearPersonalData(): void {
  storedDelivery.write(undefined);
  storedAttempt.write(undefined);
}
