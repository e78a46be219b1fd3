import { readProduct } from '../catalogue/catalogue.server.ts';
import type { Product } from '../catalogue/contract.ts';
import { Problem } from '../foundation/http/problem.ts';
import type { Shop } from '../foundation/shop.server.ts';

/** Finds a published product by its number. Returns null if there is none. */
export async function findProductOfMessage(shop: Shop, id: string | null): Promise<Product | null> {
  if (!id || !/^[\w-]{1,40}$/.test(id)) return null;
  try {
    return await readProduct(shop, id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
