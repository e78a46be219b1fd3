// This file has no imports, so that API contracts and pages can import it.

/** The duration of a refund, as stated in the return policy. */
export const refundDays = '7–10 working days';

/** The period in which a refund reaches the customer. In a sentence, it follows the words `reaches you`. */
export const refundTime = `within ${refundDays} after we send it`;

export const providerNames = ['razorpay', 'pretend-bank'] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * The payment providers, by the name that is stored with a payment. `opens` says where the customer pays: in a popup of the
 * provider's script, or in a browser window. Browsers allow a page to open the window only during the click.
 */
export const paymentProviders: Readonly<Record<ProviderName, { label: string; opens: 'script' | 'window' }>> =
  {
    razorpay: { label: 'Razorpay', opens: 'script' },
    'pretend-bank': { label: 'Pretend bank', opens: 'window' },
  };

/** Returns the provider that takes new payments. `razorpay` is the configured account. */
export function currentProvider({ razorpay }: { razorpay?: unknown }): ProviderName {
  return razorpay === undefined ? 'pretend-bank' : 'razorpay';
}

export function paymentTitleOf({ paymentTitle }: { paymentTitle?: string | undefined }): string {
  return paymentTitle || 'Product purchase';
}
