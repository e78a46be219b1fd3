import type { Product } from '../catalogue/contract.ts';
import { currentSession } from '../customers/session.ts';
import { unreachableMessage } from '../foundation/http/api-client.ts';
import { notify } from '../foundation/ui/notices.ts';
import { addPendingLine, settleLine } from './cart-store.ts';
import {
  type GuestLine,
  hasSpaceFor,
  isSameLine,
  type LineKey,
  readGuestCart,
  storeGuestCart,
  withLine,
} from './guest-cart.ts';
import { cartFullMessage, maxQuantity } from './limits.ts';

/** The product's fields that a guest's cart line needs. */
type AddedProduct = Pick<Product, 'proId' | 'productName' | 'img1' | 'price' | 'sizes'>;

/** Adds units to the guest's or the customer's cart. Shows the error, and resolves to false, if nothing was added. */
export async function addToCart(product: AddedProduct, size: string, quantity: number): Promise<boolean> {
  if (!currentSession()) return addAsGuest(product, size, quantity);
  return addToCustomerCart({ proId: product.proId, size }, quantity);
}

/**
 * Adds units of a variant to the customer's cart. With `before`, inserts a new line in front of the line with this id. The cart's
 * badge counts a new line at once. After success, deletes the product's lines without a valid size, which a merge has left in the
 * guest's cart.
 */
export async function addToCustomerCart(key: LineKey, quantity: number, before?: string): Promise<boolean> {
  // Read the session at the click, because the session may change before the request is sent.
  const token = currentSession()?.token;
  addPendingLine(key);
  try {
    const { addLine } = await import('./cart-api.ts');
    const added = await addLine(token, key, quantity, before);
    if (added) dropWaiting(key.proId);
    return added;
  } catch {
    notify(unreachableMessage);
    return false;
  } finally {
    settleLine(key);
  }
}

function addAsGuest(product: AddedProduct, size: string, quantity: number): boolean {
  const variant = product.sizes.find(({ id }) => id === size);
  const lines = readGuestCart();
  if (!variant || variant.quantity <= 0) {
    notifyCapped(quantity, 0);
    return false;
  }
  const { proId, productName, price: proPrice, img1 } = product;
  const line: GuestLine = { proId, productName, proPrice, quantity, size };
  if (img1) line.img1 = img1;
  if (variant.label) line.sizeLabel = variant.label;
  // If the guest's cart has a line of this product without a variant id, the new line replaces it. The units of the replaced line
  // are added only if the product has no sizes.
  const unsized = lines.find((existing) => isSameLine(existing, { proId }));
  const others = lines.filter((existing) => existing !== unsized);
  if (!hasSpaceFor(others, line)) {
    notify(cartFullMessage);
    return false;
  }
  const earlier = variant.label === null ? (unsized?.quantity ?? 0) : 0;
  const before = others.find((other) => isSameLine(other, line))?.quantity ?? 0;
  const requested = before + earlier + quantity;
  storeGuestCart(withLine(others, { ...line, quantity: earlier + quantity }, variant.quantity));
  if (requested > Math.min(variant.quantity, maxQuantity)) notifyCapped(requested, variant.quantity);
  return true;
}

/** Shows the message that the quantity was capped. Loads the code of the message when it is needed. */
function notifyCapped(requested: number, stock: number) {
  import('./rules.ts').then(
    ({ cappedMessage }) => {
      const text = cappedMessage(requested, stock);
      if (text !== null) notify(text);
    },
    () => notify(unreachableMessage),
  );
}

/** Removes the product's guest lines that could not be merged because they had no valid size. */
function dropWaiting(proId: string) {
  const lines = readGuestCart();
  const others = lines.filter((line) => !(line.waiting && line.proId === proId));
  if (others.length < lines.length) storeGuestCart(others);
}
