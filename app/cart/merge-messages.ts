import { cappedMessage } from './rules.ts';

/** How many pieces are named; nobody reads more in a notice. */
const maxNamed = 3;

/** What was brought in of one variant, and how many were wished for. */
export type MergeResult = { name: string; sizeLabel: string | null; requested: number; available: number };

/** What the shopper should know after a guest's cart was brought in, or `null`. Each fact is a sentence of its own. */
export function mergeMessage(brought: readonly MergeResult[], unknown: readonly Unknown[]): string | null {
  const soldOut = brought.filter(({ available }) => available <= 0).map(nameOf);
  const fewer = brought.flatMap((one) => {
    const text = one.available > 0 ? cappedMessage(one.requested, one.available) : null;
    return text ? [`${nameOf(one)}: ${text}`] : [];
  });
  const more = fewer.length - maxNamed;
  const sentences = [
    ...fewer.slice(0, maxNamed),
    more > 0 ? `And fewer of ${more} more.` : null,
    soldOut.length > 0 ? `${listed(soldOut)} sold out.` : null,
    leftOutMessage(unknown),
  ];
  return sentences.filter((text) => text !== null).join(' ') || null;
}

/** An entry that the shop does not know (any more), by the name that the guest's browser has for it. */
type Unknown = { proId: string; productName?: string | null | undefined };

/** `Gulnar and TB-SAR-099 are no longer in the shop.`; `null` when nothing was left out. */
export function leftOutMessage(unknown: readonly Unknown[]): string | null {
  const names = [...new Set(unknown.map(({ proId, productName }) => productName ?? proId))];
  return names.length > 0 ? `${listed(names)} no longer in the shop.` : null;
}

function nameOf({ name, sizeLabel }: MergeResult): string {
  return sizeLabel ? `${name}, size ${sizeLabel}` : name;
}

/** `A is`, `A and B are`, `A, B, C and 4 more are`. */
function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const named = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names;
  const list = named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('');
  return `${list} ${names.length > 1 ? 'are' : 'is'}`;
}
