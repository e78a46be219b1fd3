import type { StaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { attributeColumns } from './attribute-columns.ts';
import { byteOrderMark, csvLine } from './csv-text.ts';
import { measuresInCell, stateInCell, stockInCell } from './product-cells.ts';
import { between, type ColumnName, productColumns } from './product-columns.ts';
import { eachProduct } from './read-products.server.ts';

/** All pieces as a file that the shop reads in again, line by line. */
export async function* exportProducts(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(productColumns.map(({ name }) => name));
  for await (const piece of eachProduct(shop)) {
    const cells = cellsOf(piece);
    yield csvLine(productColumns.map(({ name }) => cells.get(name)));
  }
}

function cellsOf(piece: StaffProduct): Map<ColumnName, string | number | null | undefined> {
  const { attributes } = piece;
  return new Map<ColumnName, string | number | null | undefined>([
    ['number', piece.id],
    ['name', piece.name],
    ['category', piece.categoryName],
    ['state', stateInCell(piece.state)],
    ['price', toRupees(piece.pricePaise)],
    ['mrp', piece.mrpPaise === null ? null : toRupees(piece.mrpPaise)],
    ['stock', stockInCell(piece.sizes)],
    ['pictures', piece.pictures.map(({ file }) => file).join(between)],
    ['crafts', piece.crafts.join(between)],
    ['fabrics', piece.fabrics.join(between)],
    ['colour', piece.colour],
    ['colour family', piece.colourFamily],
    ['type', piece.type],
    ['pattern', piece.pattern],
    ['measures', measuresInCell(attributes.measures)],
    ['loom days', attributes.loomDays],
    ['weight grams', attributes.weightGrams],
    ['country of origin', attributes.countryOfOrigin],
    ...attributeColumns.map(([column, key]) => [column, attributes[key]] as const),
  ]);
}
