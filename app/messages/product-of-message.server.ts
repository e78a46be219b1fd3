import { readProduct } from '../catalogue/catalogue.server.ts';
import type { Product } from '../catalogue/contract.ts';
import { Problem } from '../foundation/http/problem.ts';
import type { Shop } from '../foundation/shop.server.ts';

/** The piece that an address names with `?piece=TB-…`; `null` when it names none that the shop has. */
export async function findProductOfMessage(shop: Shop, id: string | null): Promise<Product | null> {
  if (!id || !/^[\w-]{1,40}$/.test(id)) return null;
  try {
    return await readProduct(shop, id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
