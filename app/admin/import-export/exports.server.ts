import { iterateProducts } from '../../catalogue/for-staff/read-products.server.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readPlacedOrders } from '../../orders/for-staff/export-orders.server.ts';
import type { Order, OrderLine } from '../../orders/orders.server.ts';
import { payablePaise } from '../../orders/rules.ts';
import { byteOrderMark, type Cell, csvLines } from './csv.server.ts';
import { productColumns } from './product-columns.ts';

/** Yields a CSV file of all products in parts. The shop can import the file again. */
export async function* exportProducts(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([productColumns.map(({ name }) => name)]);
  for await (const product of iterateProducts(shop))
    yield csvLines([productColumns.map(({ write }) => write(product))]);
}

const orderColumns: readonly (readonly [name: string, write: (order: Order, line: OrderLine) => Cell])[] = [
  ['order', (order) => order.number],
  ['placed on', (order) => order.placedAt && dateInIndia(order.placedAt)],
  ['state', (order) => order.state],
  ['payment', (order) => order.paymentMethod],
  ['promised by', (order) => order.promisedBy],
  ['delivered on', (order) => order.deliveredAt && dateInIndia(order.deliveredAt)],
  ['subtotal', (order) => toRupees(order.subtotalPaise)],
  ['shipping', (order) => toRupees(order.shippingPaise)],
  ['total', (order) => toRupees(order.totalPaise)],
  ['first name', ({ shipTo }) => shipTo.firstName],
  ['last name', ({ shipTo }) => shipTo.lastName],
  ['email', ({ shipTo }) => shipTo.email],
  ['phone', ({ shipTo }) => shipTo.phone],
  ['address', ({ shipTo }) => shipTo.address],
  ['apartment', ({ shipTo }) => shipTo.apartment],
  ['city', ({ shipTo }) => shipTo.city],
  ['state of India', ({ shipTo }) => shipTo.state],
  ['pincode', ({ shipTo }) => shipTo.pincode],
  ['country', ({ shipTo }) => shipTo.country],
  ['line', (_order, line) => line.position + 1],
  ['product', (_order, line) => line.productId],
  ['name', (_order, line) => line.name],
  ['size', (_order, line) => line.sizeLabel],
  ['quantity', (_order, line) => line.quantity],
  ['price', (_order, line) => toRupees(line.pricePaise)],
  ['hsn', (_order, line) => line.hsn],
  ['tax percent', (_order, { taxRate }) => (taxRate === null ? null : taxRate / 100)],
  ['tax', (_order, line) => toRupees(line.taxPaise)],
  ['cancelled', (order) => toRupees(order.cancelledPaise)],
  ['payable', (order) => toRupees(payablePaise(order))],
];

/** Yields a CSV file of all placed orders in parts, oldest first. Each order line is a row. */
export async function* exportOrders(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([orderColumns.map(([name]) => name)]);
  for await (const batch of readPlacedOrders(shop))
    yield csvLines(
      batch.flatMap(({ order, lines }) =>
        lines.map((line) => orderColumns.map(([, write]) => write(order, line))),
      ),
    );
}
