import type { StaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { attributeColumns } from './attribute-columns.ts';
import { byteOrderMark, csvLines } from './csv.server.ts';
import { measuresInCell, stateInCell, stockInCell } from './product-cells.ts';
import { type ColumnName, listSeparator, productColumns } from './product-columns.ts';
import { iterateProducts } from './read-products.server.ts';

/** All pieces as a file that the shop reads in again, line by line. */
export async function* exportProducts(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([productColumns.map(({ name }) => name)]);
  for await (const product of iterateProducts(shop)) {
    const cells = cellsOf(product);
    yield csvLines([productColumns.map(({ name }) => cells.get(name))]);
  }
}

function cellsOf(product: StaffProduct): Map<ColumnName, string | number | null | undefined> {
  const { attributes } = product;
  return new Map<ColumnName, string | number | null | undefined>([
    ['number', product.id],
    ['name', product.name],
    ['category', product.categoryName],
    ['state', stateInCell(product.state)],
    ['price', toRupees(product.pricePaise)],
    ['mrp', product.mrpPaise === null ? null : toRupees(product.mrpPaise)],
    ['stock', stockInCell(product.sizes)],
    ['pictures', product.images.map(({ file }) => file).join(listSeparator)],
    ['crafts', product.crafts.join(listSeparator)],
    ['fabrics', product.fabrics.join(listSeparator)],
    ['colour', product.colour],
    ['colour family', product.colourFamily],
    ['type', product.type],
    ['pattern', product.pattern],
    ['measures', measuresInCell(attributes.measures)],
    ['loom days', attributes.loomDays],
    ['weight grams', attributes.weightGrams],
    ['country of origin', attributes.countryOfOrigin],
    ...attributeColumns.map(([column, key]) => [column, attributes[key]] as const),
  ]);
}
