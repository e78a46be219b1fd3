import { orderByMessagePath } from '../../content/abroad-note.tsx';
import { abroadText } from '../../content/abroad-text.ts';
import { mayPayCashFor } from '../../content/cod.ts';
import type { Settings } from '../../content/contract.ts';
import { paymentText } from '../../content/payment-text.ts';
import { exceptionText } from '../../content/return-text.ts';
import { sellerLines } from '../../content/seller-lines.ts';
import { estimateText, productShippingText } from '../../content/shipping-text.ts';
import { toPaise } from '../../foundation/money.ts';
import type { IconName } from '../../foundation/ui/icon.tsx';
import type { Product } from '../contract.ts';

type FactsSettings = Pick<Settings, 'name' | 'contact' | 'shipping' | 'cod' | 'returnDays'>;

type FactsProduct = Pick<Product, 'proId' | 'returnable' | 'cancellable' | 'price' | 'sizes'>;

type FactLine = {
  icon: IconName;
  text: string;
  note?: string;
  /**
   * URL of the contact form with a message that names the product. For a chosen size, the page appends `:` and the variant's id.
   */
  messagePath?: string;
};

/** `seller` contains the name and the address of the seller. */
export type Facts = { lines: FactLine[]; seller: string };

/** Returns the product page's sentences about shipping, return, payment and seller. */
export function productFacts(product: FactsProduct, settings: FactsSettings): Facts {
  const { shipping, cod, returnDays } = settings;
  const messagePath = orderByMessagePath([{ proId: product.proId, quantity: 1 }]);
  const terms = [
    ...(product.returnable === false ? [] : [`Return available for ${returnDays} days after delivery`]),
    exceptionText(product, returnDays),
  ];
  const seller = sellerLines(settings);
  return {
    lines: [
      { icon: 'truck', text: productShippingText(shipping), note: estimateText(shipping) },
      ...(abroadText() ? [{ icon: 'globe', text: 'From another country?', messagePath } as const] : []),
      { icon: 'rotate-ccw', text: terms.filter(Boolean).join('. ') },
      { icon: 'lock', text: paymentText({ ...cod, allowed: mayPayCashFor(cod, lineOf(product)) }) },
      { icon: 'store', text: `Sold by ${seller[0] ?? ''}` },
    ],
    seller: seller.join(', '),
  };
}

/**
 * Converts the product to an order line for the rules about cash on delivery. The product counts as unique if every size has at
 * most one unit.
 */
function lineOf({ price, sizes }: FactsProduct) {
  return { pricePaise: toPaise(price), isUnique: sizes.every(({ quantity }) => quantity <= 1) };
}
