import type { Measure } from '../../catalogue/contract.ts';
import type { ProductState } from '../../catalogue/for-staff/contract.ts';

const listSeparator = ' | ';

export const joinList = (values: readonly string[]) => values.join(listSeparator);

export function splitList(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export type SizeStock = { label: string | null; count: number };

/** Parses an amount such as `9800`, `1,25,000` or `₹1999.50`. */
export function readNumber(cell: string): number | undefined {
  const plain = cell.replace(/^(₹|Rs\.?|INR)\s*/i, '').replaceAll(',', '');
  return /^\d{1,9}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Parses the stock: `3`, or `S: 2 | M: 1` for sizes. */
export function readStock(cell: string): SizeStock[] | undefined {
  const parts = splitList(cell).map((part): SizeStock | undefined => {
    const [, label = '', count = ''] = /^(?:(.*\S)\s*:)?\s*(\d{1,4})$/.exec(part) ?? [];
    return count === '' ? undefined : { label: label.trim() || null, count: Number(count) };
  });
  const stock = parts.flatMap((part) => part ?? []);
  return stock.length > 0 && stock.length === parts.length ? stock : undefined;
}

export function sameLabel(one: string | null, other: string | null): boolean {
  return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();
}

export function stockInCell(stock: readonly { label: string | null; onHand: number }[]): string {
  return joinList(stock.map(({ label, onHand }) => (label ? `${label}: ${onHand}` : String(onHand))));
}

/** Parses measurements in centimetres: `saree 550 x 115 | blouse piece 80`. */
export function readMeasures(cell: string): Measure[] | undefined {
  const parts = splitList(cell).map((part): Measure | undefined => {
    const match = /^(.*?\S)\s+(\d+(?:\.\d+)?)(?:\s*(?:x|×)\s*(\d+(?:\.\d+)?))?(?:\s*cm)?$/i.exec(part);
    const [, name = '', cm = '', byCm] = match ?? [];
    if (!match) return undefined;
    return { part: name, cm: Number(cm), ...(byCm !== undefined && { byCm: Number(byCm) }) };
  });
  const measures = parts.flatMap((part) => part ?? []);
  return measures.length > 0 && measures.length === parts.length ? measures : undefined;
}

export function measuresInCell(measures: readonly Measure[]): string {
  return joinList(
    measures.map(({ part, cm, byCm }) => `${part} ${cm}${byCm === undefined ? '' : ` x ${byCm}`}`),
  );
}

const states: Readonly<Record<string, ProductState>> = {
  draft: 'draft',
  published: 'live',
  live: 'live',
  archived: 'archived',
};

export function readState(cell: string): ProductState | undefined {
  return states[cell.toLowerCase()];
}

export function readFlag(cell: string): boolean | undefined {
  const text = cell.toLowerCase();
  return text === 'yes' ? true : text === 'no' ? false : undefined;
}

export const flagInCell = (flag: boolean | null) => (flag === null ? '' : flag ? 'yes' : 'no');

export function stateInCell(state: ProductState): string {
  return state === 'live' ? 'published' : state;
}
