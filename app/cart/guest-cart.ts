import { asText, stored } from '../foundation/browser/stored.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import { propertyOf } from '../foundation/parse-json.ts';
import { maxLines, maxQuantity, storableText } from './limits.ts';

/**
 * A line of a guest's cart in this browser's storage. It has the fields of the specification and the chosen variant. Older
 * versions of the page stored only `proId` and `quantity`. The server's quote adds the missing fields.
 */
export type GuestLine = {
  proId: string;
  quantity: number;
  productName?: string;
  img1?: string;
  /** Unit price when the guest last set the line, in rupees. */
  proPrice?: number;
  /** Line total: `proPrice × quantity`, in rupees. */
  price?: number;
  size?: string;
  sizeLabel?: string;
  /** True for a line that was not merged at sign-in because it has no valid size. */
  waiting?: true;
};

/** Key of a line: the product number and, if known, the variant's id. */
export type LineKey = { proId: string; size?: string | null | undefined };

/** The lines of the guest's cart. Change them with {@link storeGuestCart}, which also creates or deletes the cart's key. */
export const guestCart = stored<readonly GuestLine[]>('guestCart', {
  parse: parseGuestCart,
  format: (lines) => (lines.length === 0 ? null : JSON.stringify(lines)),
});
const storedKey = stored('tanabana.guestCart.name', asText);

export const readGuestCart = guestCart.read;

/** Stores the guest's cart, and creates its key if there is none. Deletes an empty cart and its key. */
export function storeGuestCart(lines: readonly GuestLine[]): void {
  if (lines.length === 0) storedKey.write(null);
  else ensureGuestCartKey();
  guestCart.write(lines);
}

/**
 * Returns the random key of the guest's cart, and creates the key first if there is none. The key lets the server recognise a
 * cart that was merged already.
 */
export function ensureGuestCartKey(): string {
  const key = storedKey.read();
  if (key && /^[\w-]{16,64}$/.test(key)) return key;
  const fresh = [...crypto.getRandomValues(new Uint32Array(4))]
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('');
  storedKey.write(fresh);
  return fresh;
}

/** Deletes the cart's key after a merge, so that lines added later belong to a new cart. */
export function clearGuestCartKey(): void {
  storedKey.write(null);
}

/** Parses a stored guest cart. Merges lines of the same variant. Drops invalid lines, and lines above the maximum number. */
export function parseGuestCart(text: string | null): GuestLine[] {
  if (text === null) return [];
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(read)) return [];
  return read.flatMap(readLine).reduce<GuestLine[]>((lines, line) => withLine(lines, line), []);
}

/** True if the two keys identify the same line. A line without a variant differs from the lines of the product's variants. */
export function isSameLine(a: LineKey, b: LineKey): boolean {
  return a.proId === b.proId && (a.size ?? '') === (b.size ?? '');
}

export function hasSpaceFor(lines: readonly GuestLine[], key: LineKey): boolean {
  return lines.length < maxLines || lines.some((line) => isSameLine(line, key));
}

/**
 * Adds the units of `added` to the line with the same key. If there is no such line and the cart is not full, inserts `added` at
 * the index `at`. Caps the quantity at `stock` and {@link maxQuantity}, but never below one unit or the line's earlier quantity.
 */
export function withLine(
  lines: readonly GuestLine[],
  added: GuestLine,
  stock: number = maxQuantity,
  at = lines.length,
): GuestLine[] {
  const maxUnits = Math.max(1, Math.min(stock, maxQuantity));
  const existing = lines.find((line) => isSameLine(line, added));
  if (!existing) {
    if (!hasSpaceFor(lines, added)) return [...lines];
    return lines.toSpliced(at, 0, priced({ ...added, quantity: Math.min(added.quantity, maxUnits) }));
  }
  const quantity = Math.max(existing.quantity, Math.min(existing.quantity + added.quantity, maxUnits));
  return lines.map((line) => (line === existing ? priced({ ...line, ...added, quantity }) : line));
}

export function withQuantity(
  lines: readonly GuestLine[],
  key: LineKey,
  quantity: number,
  proPrice?: number,
): GuestLine[] {
  return lines.map((line) =>
    isSameLine(line, key) ? priced({ ...line, quantity, proPrice: proPrice ?? line.proPrice }) : line,
  );
}

export function withoutLine(lines: readonly GuestLine[], key: LineKey): GuestLine[] {
  return lines.filter((line) => !isSameLine(line, key));
}

/** Returns the line with its line total. Omits the total if the unit price is unknown. */
export function priced(line: GuestLine): GuestLine {
  const { proPrice, quantity } = line;
  if (proPrice === undefined) return line;
  return { ...line, price: toRupees(toPaise(proPrice) * quantity) };
}

function readLine(value: unknown): GuestLine[] {
  const property = (key: string) => propertyOf(value, key);
  const proId = textOf(property('proId'));
  const quantity = Math.min(Math.trunc(numberOf(property('quantity')) ?? 1), maxQuantity);
  if (proId === undefined || proId.length > 60 || !(quantity >= 1)) return [];
  const proPrice = rupeesOf(property('proPrice'));
  const [productName, img1, size, sizeLabel] = ['productName', 'img1', 'size', 'sizeLabel'].map((key) =>
    textOf(property(key)),
  );
  const line: GuestLine = { proId, quantity };
  if (productName) line.productName = productName;
  if (img1) line.img1 = img1;
  if (proPrice !== undefined) line.proPrice = proPrice;
  if (size && size.length <= 60) line.size = size;
  if (sizeLabel) line.sizeLabel = sizeLabel;
  if (property('waiting') === true) line.waiting = true;
  return [priced(line)];
}

/** Reads a non-empty text. Also accepts a number, because older versions of the page stored some product numbers as numbers. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && storableText.test(text) && text.trim() !== '' ? text.trim() : undefined;
}

/** Returns a price in rupees, rounded to whole paise. Returns undefined for an invalid price. */
function rupeesOf(value: unknown): number | undefined {
  const rupees = numberOf(value);
  if (rupees === undefined || rupees < 0 || rupees > 100_000_000) return undefined;
  return Math.round(rupees * 100) / 100;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  if (value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
