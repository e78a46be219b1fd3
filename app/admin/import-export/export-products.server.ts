import { iterateProducts } from '../../catalogue/products-for-staff.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { byteOrderMark, csvLines } from './csv.server.ts';
import { productColumns } from './product-columns.ts';

/** All pieces as a file that the shop reads in again, line by line. */
export async function* exportProducts(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([productColumns.map(({ name }) => name)]);
  for await (const product of iterateProducts(shop))
    yield csvLines([productColumns.map(({ write }) => write(product))]);
}
