import { dateInIndia } from '../../foundation/clock.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readPlacedOrders } from '../../orders/for-staff/export-orders.server.ts';
import type { Order, OrderLine } from '../../orders/orders.server.ts';
import { byteOrderMark, csvLines } from './csv.server.ts';

const header = [
  'order',
  'placed on',
  'state',
  'payment',
  'promised by',
  'delivered on',
  'subtotal',
  'shipping',
  'total',
  'first name',
  'last name',
  'email',
  'phone',
  'address',
  'apartment',
  'city',
  'state of India',
  'pincode',
  'country',
  'line',
  'piece',
  'name',
  'size',
  'quantity',
  'price',
  'hsn',
  'tax percent',
  'tax',
];

/** All orders that were placed, the oldest first: one row for each line of an order. */
export async function* exportOrders(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  for await (const batch of readPlacedOrders(shop))
    yield csvLines(
      batch.flatMap(({ order, lines }) => lines.map((line) => [...cellsOf(order), ...cellsOfLine(line)])),
    );
}

function cellsOf(order: Order) {
  const { shipTo } = order;
  return [
    order.number,
    order.placedAt && dateInIndia(order.placedAt),
    order.state,
    order.paymentMethod,
    order.promisedBy,
    order.deliveredAt && dateInIndia(order.deliveredAt),
    toRupees(order.subtotalPaise),
    toRupees(order.shippingPaise),
    toRupees(order.totalPaise),
    shipTo.firstName,
    shipTo.lastName,
    shipTo.email,
    shipTo.phone,
    shipTo.address,
    shipTo.apartment,
    shipTo.city,
    shipTo.state,
    shipTo.pincode,
    shipTo.country,
  ];
}

function cellsOfLine(line: OrderLine) {
  return [
    line.position + 1,
    line.productId,
    line.name,
    line.sizeLabel,
    line.quantity,
    toRupees(line.pricePaise),
    line.hsn,
    line.taxRate === null ? null : line.taxRate / 100,
    toRupees(line.taxPaise),
  ];
}
