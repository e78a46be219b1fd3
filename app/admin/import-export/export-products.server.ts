import type { StaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { attributeColumns } from './attribute-columns.ts';
import { byteOrderMark, csvLines } from './csv.server.ts';
import { measuresInCell, stateInCell, stockInCell } from './product-cells.ts';
import { between, type ColumnName, productColumns } from './product-columns.ts';
import { eachProduct } from './read-products.server.ts';

/** All pieces as a file that the shop reads in again, line by line. */
export async function* exportProducts(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([productColumns.map(({ name }) => name)]);
  for await (const product of eachProduct(shop)) {
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
    ['pictures', product.images.map(({ file }) => file).join(between)],
    ['crafts', product.crafts.join(between)],
    ['fabrics', product.fabrics.join(between)],
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
