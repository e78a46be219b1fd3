import { maxQuantity } from '../cart/limits.ts';
import { readProducts } from '../catalogue/product-rows.server.ts';
import { nameAndSize } from '../catalogue/rules.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { formatCount } from '../foundation/ui/format-count.ts';

/** Maximum number of products in a message, so that the text stays below the maximum length of a message. */
const maxProducts = 40;

/** Initial values of the contact form, for a customer abroad who orders products. */
type RequestedProducts = {
  /** Number of the product. Empty if the message is about several products. */
  proId: string;
  /** The beginning of the message, which the customer completes. */
  message: string;
};

/**
 * Returns the initial values of the contact form for the `pieces` of a link such as
 * `/reach-us?pieces=TB-SAR-005:2,TB-SUT-002:1:TB-SUT-002-M`. Each entry consists of the product's number, the quantity and, for a
 * product with sizes, the variant's id. Omits malformed entries, and entries whose product or variant is not published. Returns
 * undefined if no entry is left.
 */
export async function readRequestedProducts(
  shop: Shop,
  pieces: string | null,
): Promise<RequestedProducts | undefined> {
  const entries = (pieces ?? '').split(',').flatMap((entry) => {
    const [, proId, quantity, size] = /^([\w-]{1,40}):(\d{1,2})(?::([^:]{1,80}))?$/.exec(entry) ?? [];
    const count = Number(quantity);
    return proId && count > 0 && count <= maxQuantity ? [{ proId, count, size }] : [];
  });
  const listed = entries.slice(0, maxProducts);
  const products = await readProducts(shop, [...new Set(listed.map(({ proId }) => proId))], null);
  const lines = listed.flatMap(({ proId, count, size }) => {
    const product = products.find((candidate) => candidate.proId === proId);
    const variant = product?.sizes.find(({ id }) => id === size);
    if (!product || (size !== undefined && !variant)) return [];
    return [`- ${count} × ${nameAndSize(product.productName, variant?.label)} (${product.proId})`];
  });
  if (lines.length === 0) return undefined;
  const more = entries.length - listed.length;
  const [only] = products.length === 1 ? products : [];
  return {
    proId: only?.proId ?? '',
    message: [
      'I would like to order from another country:',
      ...lines,
      ...(more > 0 ? [`- and ${formatCount(more, 'more piece')}`] : []),
      '',
      'Country and postcode: ',
    ].join('\n'),
  };
}
