import type { Settings } from '../content/contract.ts';

export function paymentTitleOf({ paymentTitle }: Pick<Settings, 'paymentTitle'>): string {
  return paymentTitle || 'Product purchase';
}
