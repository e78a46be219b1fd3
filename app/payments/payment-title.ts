import type { Settings } from '../content/contract.ts';

/** Returns the title of the payment popup. */
export function paymentTitleOf({ paymentTitle }: Pick<Settings, 'paymentTitle'>): string {
  return paymentTitle || 'Product purchase';
}
