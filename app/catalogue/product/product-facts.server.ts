import { abroadText } from '../../content/abroad-text.ts';
import { mayPayCashFor } from '../../content/cod.ts';
import type { Settings } from '../../content/contract.ts';
import { paymentText } from '../../content/payment-text.ts';
import { exceptionText } from '../../content/return-text.ts';
import { sellerLines } from '../../content/seller-lines.ts';
import { estimateText, productShippingText } from '../../content/shipping-text.ts';
import { toPaise } from '../../foundation/money.ts';
import type { Product } from '../contract.ts';

type FactsSettings = Pick<Settings, 'name' | 'contact' | 'shipping' | 'cod' | 'returnDays'>;

type FactsProduct = Pick<Product, 'returnable' | 'cancellable' | 'price' | 'sizes'>;

export type Facts = ReturnType<typeof productFacts>;

/** Returns the sentences about shipping, return, payment and seller of a product. */
export function productFacts(product: FactsProduct, settings: FactsSettings) {
  const { shipping, cod, returnDays } = settings;
  const terms = [
    ...(product.returnable === false ? [] : [`Return available for ${returnDays} days after delivery`]),
    exceptionText(product, returnDays),
  ];
  return {
    shipping: productShippingText(shipping),
    estimate: estimateText(shipping),
    terms: terms.filter(Boolean).join('. '),
    payment: paymentText({ ...cod, allowed: mayPayCashFor(cod, lineOf(product)) }),
    abroad: abroadText(),
    sellerName: sellerLines(settings)[0] ?? '',
    seller: sellerLines(settings).join(', '),
  };
}

/** The product as an order line. It is unique if no size can be sold more than once. */
function lineOf({ price, sizes }: FactsProduct) {
  return { pricePaise: toPaise(price), isUnique: sizes.every(({ quantity }) => quantity <= 1) };
}
