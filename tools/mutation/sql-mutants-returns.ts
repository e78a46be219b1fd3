import type { SqlMutant } from './sql-mutants.ts';

const units = 'app/orders/order-units.server.ts';
const restock = 'app/orders/restock.server.ts';
const decide = 'app/orders/returns/return-order.server.ts';
const inspect = 'app/orders/returns/inspect-return.server.ts';
const photos = 'app/orders/returns/return-photos.server.ts';
const invoices = 'app/orders/invoices/invoices.server.ts';
const orders = 'app/orders/orders.server.ts';
const byLine = ['app/orders/returns/return-by-line.db.test.ts'];
const returnOrder = ['app/orders/returns/return-order.db.test.ts'];
const cancelByLine = ['app/orders/cancel-by-line.db.test.ts'];
const cancel = ['app/orders/cancel-order.db.test.ts'];
const photosTest = ['app/orders/returns/return-photos.db.test.ts'];
const waits = ['app/orders/for-staff/list-orders.db.test.ts'];

/** Mutants of returns and cancellations by line: their units, photos and credit notes. */
export const returnMutants: readonly SqlMutant[] = [
  {
    breaks: 'a damaged unit is restocked with the resellable ones',
    file: restock,
    original: '        rows &&\n',
    replacement: '        undefined &&\n',
    tests: byLine,
    title: 'restocks resellable units',
  },
  {
    breaks: 'units are restocked as the variant of another line',
    file: restock,
    original: '        eq(orderLines.position, orderUnits.position),\n',
    replacement: '',
    tests: cancel,
    title: 'refunds and restocks once if it is requested ten times',
  },
  {
    breaks: 'units are restocked as the variant of another order',
    file: restock,
    original: '        eq(orderLines.orderId, orderUnits.orderId),\n',
    replacement: '',
    tests: returnOrder,
    title: 'is restocked if it was never delivered',
  },
  {
    breaks: 'each row of units is restocked as one unit',
    file: restock,
    original: 'receiveStock(tx, restocked, ',
    replacement: 'receiveStock(tx, restocked.map((row) => ({ ...row, change: 1 })), ',
    tests: cancelByLine,
    title: 'refunds and restocks two of three units',
  },
  {
    breaks: 'each row of cancelled units counts as one unit',
    file: orders,
    original: 'sum(unit.quantity * line.price_paise)',
    replacement: 'sum(line.price_paise)',
    tests: cancelByLine,
    title: 'refunds and restocks two of three units',
  },
  {
    breaks: 'kept units count as cancelled',
    file: orders,
    original: "where unit.order_id = ${id} and unit.state = 'cancelled')",
    replacement: 'where unit.order_id = ${id})',
    tests: cancelByLine,
    title: 'is emailed to the customer',
  },
  {
    breaks: 'cancelled units of other orders reduce the amount to pay',
    file: orders,
    original: "where unit.order_id = ${id} and unit.state = 'cancelled')",
    replacement: "where ${id}::text is not null and unit.state = 'cancelled')",
    tests: cancelByLine,
    title: 'refunds and restocks two of three units',
  },
  {
    breaks: 'cancelled units have the price of all orders’ lines',
    file: orders,
    original: 'on line.order_id = unit.order_id and line.position',
    replacement: 'on line.position',
    tests: cancelByLine,
    title: 'refunds and restocks two of three units',
  },
  {
    breaks: 'a transition of selected units changes all units of the order',
    file: units,
    original:
      '    .set({ state: to, ...(returnId && { returnId }) })\n    .where(inArray(orderUnits.id, ids(rows)))',
    replacement:
      "    .set({ state: to, ...(returnId && { returnId }) })\n    .where(eq(orderUnits.orderId, rows[0]?.orderId ?? ''))",
    tests: byLine,
    title: 'refunds, restocks and credits exactly the returned line',
  },
  {
    breaks: 'an inspection marks kept units too, which are then restocked without an inspection',
    file: units,
    original: '.set({ inspectedAt: tx.clock.now() })\n    .where(inArray(orderUnits.id, ids(rows)))',
    replacement:
      ".set({ inspectedAt: tx.clock.now() })\n    .where(eq(orderUnits.orderId, rows[0]?.orderId ?? ''))",
    tests: byLine,
    title: 'allows a later return of the other line',
  },
  {
    breaks: 'inspected units stay in the list of returns to inspect',
    file: units,
    original: '          inArray(orderUnits.state, backStates),\n          isNull(orderUnits.inspectedAt),',
    replacement: '          inArray(orderUnits.state, backStates),',
    tests: waits,
    title: 'filters by state, by payment and by pending work',
  },
  {
    breaks: 'every order waits for the inspection of one',
    file: units,
    original: '          eq(orderUnits.orderId, orders.id),\n          inArray',
    replacement: '          inArray',
    tests: waits,
    title: 'filters by state, by payment and by pending work',
  },
  {
    breaks: 'a decision approves the same line of other returns',
    file: decide,
    original: 'and(isOfReturn, inArray(returnLines.position, positions))',
    replacement: 'inArray(returnLines.position, positions)',
    tests: byLine,
    title: 'without changing the open return of another order',
  },
  {
    breaks: 'a decision declines the lines of other returns',
    file: decide,
    original: 'set({ approved: false }).where(isOfReturn)',
    replacement: 'set({ approved: false })',
    tests: byLine,
    title: 'without changing the open return of another order',
  },
  {
    breaks: 'an inspection is recorded for the same line of other returns',
    file: inspect,
    original: 'and(eq(returnLines.returnId, request.id), eq(returnLines.position, row.position))',
    replacement: 'eq(returnLines.position, row.position)',
    tests: byLine,
    title: 'without changing the open return of another order',
  },
  {
    breaks: 'an inspection of one line is recorded for all lines of the return',
    file: inspect,
    original: 'and(eq(returnLines.returnId, request.id), eq(returnLines.position, row.position))',
    replacement: 'eq(returnLines.returnId, request.id)',
    tests: byLine,
    title: 'restocks resellable units',
  },
  {
    breaks: 'an inspection closes all returns',
    file: inspect,
    original: 'set({ closedAt: tx.clock.now() }).where(eq(returns.id, request.id))',
    replacement: 'set({ closedAt: tx.clock.now() })',
    tests: byLine,
    title: 'without changing the open return of another order',
  },
  {
    breaks: 'an order has two open returns',
    file: 'migrations/0010_returns_by_line.sql',
    original: 'CREATE UNIQUE INDEX "returns_one_open"',
    replacement: 'CREATE INDEX "returns_one_open"',
    tests: byLine,
    title: 'cannot be stored by plain SQL while another return of the same order is open',
  },
  {
    breaks: 'a second return of an order is not credited',
    file: invoices,
    original: '  if (returnId) return eq(invoices.returnId, returnId);\n',
    replacement: '',
    tests: byLine,
    title: 'allows a later return of the other line',
  },
  {
    breaks: 'a return uses the photograph of another customer’s order',
    file: photos,
    original: '    eq(returnPhotos.orderId, orderId),\n    or(',
    replacement: '    or(',
    tests: photosTest,
    title: 'is rejected if it belongs to another customer’s order',
  },
  {
    breaks: 'a return uses the photograph of an earlier one',
    file: photos,
    original: 'or(isNull(returnPhotos.returnId), eq(returnPhotos.returnId, id)),',
    replacement: 'undefined,',
    tests: photosTest,
    title: 'is rejected if it belongs to another customer’s order or to an earlier return',
  },
  {
    breaks: 'a customer deletes the photograph of another customer’s order',
    file: photos,
    original:
      'and(eq(returnPhotos.id, id), eq(returnPhotos.orderId, order.id), isNull(returnPhotos.returnId))',
    replacement: 'and(eq(returnPhotos.id, id), isNull(returnPhotos.returnId))',
    tests: photosTest,
    title: 'is rejected if it belongs to another customer’s order',
  },
  {
    breaks: 'a customer deletes a photograph of a submitted return',
    file: photos,
    original:
      'and(eq(returnPhotos.id, id), eq(returnPhotos.orderId, order.id), isNull(returnPhotos.returnId))',
    replacement: 'and(eq(returnPhotos.id, id), eq(returnPhotos.orderId, order.id))',
    tests: photosTest,
    title: 'cannot be removed by the customer after the return is requested',
  },
  {
    breaks: 'a seventh photograph deletes those of other orders',
    file: photos,
    original: 'and(eq(returnPhotos.orderId, orderId), isNull(returnPhotos.returnId))',
    replacement: 'isNull(returnPhotos.returnId)',
    tests: photosTest,
    title: 'replaces the oldest of six photographs while no return is requested',
  },
  {
    breaks: 'photographs of deleted accounts are not deleted',
    file: photos,
    original: '        isNull(orders.customerId),\n',
    replacement: '',
    tests: photosTest,
    title: 'is deleted at once with the customer’s account',
  },
];
