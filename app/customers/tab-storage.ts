import { asJson, stored } from '../foundation/browser/stored.ts';

const asAnyJson = asJson((json): unknown => json);

/** Personal data that the checkout stores in this tab. A sign-out removes the data without loading the checkout's code. */
export const storedDelivery = stored('tanabana.delivery', asAnyJson, 'sessionStorage');
export const storedAttempt = stored('tanabana.attempt', asAnyJson, 'sessionStorage');

export function clearPersonalData(): void {
  storedDelivery.write(undefined);
  storedAttempt.write(undefined);
}
