import type { Settings } from '../content/contract.ts';

/** What stands at the top of the window in which one pays. */
export function paymentTitleOf({ paymentTitle }: Pick<Settings, 'paymentTitle'>): string {
  return paymentTitle || 'Product purchase';
}
