import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { Quote } from './cart-view.ts';
import type { Cart } from './contract.ts';
import { type GuestLine, isSameLine, priced, readGuestCart, storeGuestCart } from './guest-cart.ts';

/** What the shop last said of the guest's cart. */
export type QuoteResult = {
  quote: Quote | undefined;
  /** Why it could not be asked, in words. */
  message: string | undefined;
};

let reported: QuoteResult = { quote: undefined, message: undefined };
let asking: Promise<void> | undefined;
let askAgain = false;
const listeners = new Set<() => void>();

function tell(next: QuoteResult) {
  reported = next;
  for (const listener of listeners) listener();
}

export const currentQuote = (): QuoteResult => reported;

export function subscribeToQuote(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the shop for names, prices and stock. One question at a time: what changes meanwhile is asked for after it. */
export function requestQuote(): Promise<void> {
  askAgain = true;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  while (askAgain) {
    askAgain = false;
    const lines = readGuestCart();
    try {
      if (lines.length === 0) {
        tell({ quote: undefined, message: undefined });
        continue;
      }
      const { quoteCart } = await import('./cart-api.ts');
      const quote = { requested: lines, cart: await quoteCart(lines) };
      const stored = readGuestCart();
      const fresh = withQuotedDetails(stored, quote.cart);
      if (JSON.stringify(fresh) !== JSON.stringify(stored)) storeGuestCart(fresh);
      tell({ quote, message: undefined });
    } catch (error) {
      tell({
        quote: reported.quote,
        message: error instanceof RequestFailed ? error.message : unreachableMessage,
      });
    }
  }
}

/**
 * The lines with the shop's names and pictures, and with what older pages did not keep: the variant and the price.
 * A price that is kept stays: by it the shop tells that the price has changed since.
 */
export function withQuotedDetails(lines: readonly GuestLine[], quote: Cart): GuestLine[] {
  return lines.map((line) => {
    const said =
      quote.items.find((one) => isSameLine(one, line)) ??
      (line.size ? undefined : quote.items.find(({ proId }) => proId === line.proId));
    // What is gone may come without a name.
    if (!said?.productName) return line;
    const { productName, img1, size, sizeLabel, proPrice } = said;
    const fresh: GuestLine = { ...line, productName, proPrice: line.proPrice ?? proPrice };
    if (img1) fresh.img1 = img1;
    if (size && !lines.some((other) => other !== line && isSameLine(other, said))) fresh.size = size;
    if (sizeLabel) fresh.sizeLabel = sizeLabel;
    return priced(fresh);
  });
}
