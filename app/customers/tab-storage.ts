import { asJson, stored } from '../foundation/browser/stored.ts';

const asAnyJson = asJson((json): unknown => json);

/** Personal data of the checkout in this tab. Signing out removes it without loading the checkout's code. */
export const storedDelivery = stored('tanabana.delivery', asAnyJson, 'sessionStorage');
export const storedAttempt = stored('tanabana.attempt', asAnyJson, 'sessionStorage');

export function clearPersonalData(): void {
  storedDelivery.write(undefined);
  storedAttempt.write(undefined);
}
