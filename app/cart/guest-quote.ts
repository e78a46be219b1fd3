import { createStore } from '../foundation/browser/store.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { Quote } from './cart-view.ts';
import type { Cart } from './contract.ts';
import { type GuestLine, isSameLine, priced, readGuestCart, storeGuestCart } from './guest-cart.ts';

/** The last quote for the guest's cart. */
export type QuoteResult = {
  quote: Quote | undefined;
  /** The error message if the last request failed. */
  message: string | undefined;
};

export const guestQuote = createStore<QuoteResult>({ quote: undefined, message: undefined });
let running: Promise<void> | undefined;
let isRequested = false;

/** Requests names, prices and stock. Runs one request at a time. A call during a request starts another request afterwards. */
export function requestQuote(): Promise<void> {
  isRequested = true;
  running ??= runRequests().finally(() => {
    running = undefined;
  });
  return running;
}

async function runRequests(): Promise<void> {
  while (isRequested) {
    isRequested = false;
    const lines = readGuestCart();
    try {
      if (lines.length === 0) {
        guestQuote.write({ quote: undefined, message: undefined });
        continue;
      }
      const { quoteCart } = await import('./cart-api.ts');
      const quote = { requested: lines, cart: await quoteCart(lines) };
      const stored = readGuestCart();
      const fresh = withQuotedDetails(stored, quote.cart);
      if (JSON.stringify(fresh) !== JSON.stringify(stored)) storeGuestCart(fresh);
      guestQuote.write({ quote, message: undefined });
    } catch (error) {
      guestQuote.write({
        quote: guestQuote.read().quote,
        message: error instanceof RequestFailed ? error.message : unreachableMessage,
      });
    }
  }
}

/**
 * Updates the stored lines with the quote's names and images, and adds a missing variant and price. Keeps a stored price,
 * because the server compares the stored price with the current price.
 */
export function withQuotedDetails(lines: readonly GuestLine[], quote: Cart): GuestLine[] {
  return lines.map((line) => {
    const quoted =
      quote.items.find((one) => isSameLine(one, line)) ??
      (line.size ? undefined : quote.items.find(({ proId }) => proId === line.proId));
    // The quote omits products that are no longer sold, and lines that were added after the request.
    if (!quoted?.productName) return line;
    const { productName, img1, size, sizeLabel, proPrice } = quoted;
    const fresh: GuestLine = { ...line, productName, proPrice: line.proPrice ?? proPrice };
    if (img1) fresh.img1 = img1;
    if (size && !lines.some((other) => other !== line && isSameLine(other, quoted))) fresh.size = size;
    if (sizeLabel) fresh.sizeLabel = sizeLabel;
    return priced(fresh);
  });
}
