import { toPaise, toRupees } from '../foundation/money.ts';
import { storedText } from '../foundation/ui/stored-text.ts';
import type { maxLines as agreedLines, maxQuantity as agreedMost } from './contract.ts';

/**
 * One line of a guest's cart, as this browser keeps it. The names are the specification's, with the chosen variant
 * beside them. Older pages kept only `proId` and `quantity`; what is missing, the shop fills in.
 */
export type GuestLine = {
  proId: string;
  quantity: number;
  productName?: string;
  img1?: string;
  /** What one cost when the guest put it in, in rupees. */
  proPrice?: number;
  /** What the line cost then: `proPrice × quantity`, in rupees. */
  price?: number;
  /** The variant. */
  size?: string;
  sizeLabel?: string;
  /** It could not come along at sign-in: its size is still to be chosen. */
  waiting?: true;
};

/** What tells two lines of a cart apart: the piece and, where it is known, the variant. */
export type LineKey = { proId: string; size?: string | null | undefined };

// Of the rules every page would have to carry all; the types keep these two in step with the contract.
const maxLines: typeof agreedLines = 100;
export const maxQuantity: typeof agreedMost = 99;

const stored = storedText('guestCart');
const storedName = storedText('tanabana.guestCart.name');

/** The guest's cart as text: equal texts are equal carts. `null` when nothing is kept. */
export const guestCartText = stored.read;
export const subscribeToGuestCart = stored.subscribe;

/** What is in the guest's cart now. */
export function readGuestCart(): GuestLine[] {
  return parseGuestCart(stored.read());
}

/** Keeps it; an empty cart is forgotten, and its name with it. */
export function storeGuestCart(lines: readonly GuestLine[]): void {
  if (lines.length === 0) {
    storedName.write(null);
    stored.write(null);
    return;
  }
  guestCartKey();
  stored.write(JSON.stringify(lines));
}

/** The cart's random name, by which the shop knows a cart that it has brought in already. */
export function guestCartKey(): string {
  const name = storedName.read();
  if (name && /^[\w-]{16,64}$/.test(name)) return name;
  const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));
  const fresh = [a, b, c, d].map((part) => part.toString(16).padStart(8, '0')).join('');
  storedName.write(fresh);
  return fresh;
}

/** After a merge: whatever is put in from now on is another cart. */
export function clearGuestCartKey(): void {
  storedName.write(null);
}

/** Reads what anybody may have written: what is not a line is left out, and lines of one variant are one line. */
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

/** True for two names of the same line; a line without a variant is the only one of its piece. */
export function isSameLine(a: LineKey, b: LineKey): boolean {
  return a.proId === b.proId && (a.size ?? '') === (b.size ?? '');
}

export function hasSpaceFor(lines: readonly GuestLine[], key: LineKey): boolean {
  return lines.length < maxLines || lines.some((line) => isSameLine(line, key));
}

/** The cart with so many more; at most `stock` of the variant, where that is known. */
export function withLine(
  lines: readonly GuestLine[],
  added: GuestLine,
  stock: number = maxQuantity,
  at = lines.length,
): GuestLine[] {
  const most = Math.max(1, Math.min(stock, maxQuantity));
  const there = lines.find((line) => isSameLine(line, added));
  if (!there) {
    if (!hasSpaceFor(lines, added)) return [...lines];
    return lines.toSpliced(at, 0, priced({ ...added, quantity: Math.min(added.quantity, most) }));
  }
  const quantity = Math.max(there.quantity, Math.min(there.quantity + added.quantity, most));
  return lines.map((line) => (line === there ? priced({ ...line, ...added, quantity }) : line));
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

/** The line with its total, where the price of one is known. */
export function priced(line: GuestLine): GuestLine {
  const { proPrice, quantity } = line;
  if (proPrice === undefined) return line;
  return { ...line, price: toRupees(toPaise(proPrice) * quantity) };
}

function readLine(value: unknown): GuestLine[] {
  if (typeof value !== 'object' || value === null) return [];
  const at = (key: string): unknown => Reflect.get(value, key);
  const proId = textOf(at('proId'));
  const quantity = Math.min(Math.trunc(numberOf(at('quantity')) ?? 1), maxQuantity);
  if (proId === undefined || proId.length > 60 || !(quantity >= 1)) return [];
  const proPrice = rupeesOf(at('proPrice'));
  const [productName, img1, size, sizeLabel] = ['productName', 'img1', 'size', 'sizeLabel'].map((key) =>
    textOf(at(key)),
  );
  const line: GuestLine = { proId, quantity };
  if (productName) line.productName = productName;
  if (img1) line.img1 = img1;
  if (proPrice !== undefined) line.proPrice = proPrice;
  if (size && size.length <= 60) line.size = size;
  if (sizeLabel) line.sizeLabel = sizeLabel;
  if (at('waiting') === true) line.waiting = true;
  return [priced(line)];
}

/** Without control signs and halves of signs: the shop refuses a cart that has one. */
const readable = /^[^\p{Cc}\p{Cs}]*$/u;

/** A text that says something; numbers are read as texts, for older pages kept a piece's number as either. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && readable.test(text) && text.trim() !== '' ? text.trim() : undefined;
}

/** An amount that a price can be, in whole paise. */
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
