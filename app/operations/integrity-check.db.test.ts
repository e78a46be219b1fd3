import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { seedOrders } from '../../seeds/seed.server.ts';
import { andRolledBack } from '../../tests/engine/rolled-back.ts';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { registered } from '../../tests/fixtures/invoices.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import {
  advanceOrderByHand,
  cancelByMerchant,
  decideReturn,
  inspectReturn,
  packOrder,
  receiveReturn,
  refundOrder,
} from '../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { cashOrder, deliverOrder, paidOrder, unpaidOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { cancelOwnOrder } from '../orders/cancel-order.server.ts';
import { requestReturn } from '../orders/returns/return-order.server.ts';
import { checkIntegrity } from './integrity-check.server.ts';
import { integrityRules } from './integrity-rules.server.ts';

/** Lists the differences, each with the name of its rule. */
async function listDifferences(shop: Shop): Promise<[rule: string, difference: string][]> {
  const found: [string, string][] = [];
  await checkIntegrity(shop.db, ({ rule, difference }) => void found.push([rule.name, difference]));
  return found;
}

/**
 * Registers the seller for GST in the customers' state, and sets a delivery charge. So the invoices have CGST, SGST and a
 * delivery line.
 */
async function prepareSeller(shop: TestShop): Promise<void> {
  const shipping = { ...registered.shipping, freeFromPaise: 100_000_000, belowPaise: 9900 };
  await shop.db.update(settings).set({ value: { ...registered, shipping } });
  await liftOrderLimits(shop);
}

type Sold = { customerId: string; order: { id: string; number: string } };
type Step = (shop: TestShop, sold: Sold) => Promise<unknown>;

const byHand =
  (...states: Parameters<typeof advanceOrderByHand>[2][]): Step =>
  async (shop, { order }) => {
    await packOrder(shop, order.id);
    for (const state of states) await advanceOrderByHand(shop, order.id, state);
  };
const deliver: Step = (shop, { order }) => deliverOrder(shop, order.id);
const request: Step = (shop, { customerId, order }) =>
  requestReturn(shop, customerId, order.id, { reason: 'It is not what I ordered', note: '' });
const decide =
  (approve: boolean): Step =>
  (shop, { order }) =>
    decideReturn(shop, order.id, { approve, text: 'Please send it.' });
const receive: Step = (shop, { order }) => receiveReturn(shop, order.id);
const inspect =
  (resellable: boolean): Step =>
  (shop, { order }) =>
    inspectReturn(shop, order.id, { resellable });
const cancel: Step = (shop, { order }) => cancelByMerchant(shop, order.id);
const refund: Step = (shop, { order }) =>
  refundOrder(shop, order.id, { amountPaise: 12_345, reason: 'A thread was loose.' });
const returned = [deliver, request, decide(true), receive];

it('finds no differences after partial refunds, late payments and returns without a refund', async ({
  shop,
}) => {
  await prepareSeller(shop);
  await seedOrders(shop);
  const sold = await paidOrder(shop, 'parts.new', gulnar, stole);
  for (const step of [refund, byHand(), refund, refund]) {
    shop.clock.advance(1000);
    await step(shop, sold);
  }
  await sold.pay('pay_second');
  const withoutNotes = await andRolledBack(shop, async (tx) => {
    await tx.db.execute(sql`alter table invoices disable trigger user`);
    await tx.db.execute(sql`delete from invoices where kind = 'credit-note'`);
    return listDifferences(tx);
  });
  // The refund of the second payment needs no credit note.
  expect(withoutNotes.map(([, text]) => text)).toContain(
    `${sold.order.number}: 0 paise credited, and 24690 refunded since its invoice`,
  );
  await cancel(shop, sold);
  const late = await unpaidOrder(shop, 'late.new', stole);
  const { customerId, order } = late;
  await cancelOwnOrder(shop, customerId, order.id);
  await late.pay();
  for (const [name, steps] of Object.entries({
    unsellable: [...returned, inspect(false)],
    declined: [deliver, request, decide(false)],
    undelivered: [byHand('shipped', 'rto'), receive],
  })) {
    const other = await cashOrder(shop, `${name}.new`, stole);
    for (const step of steps) {
      shop.clock.advance(1000);
      await step(shop, other);
    }
  }
  expect(await listDifferences(shop)).toEqual([]);
});

/** Creates a cash order of three stoles. One is cancelled before packing, and one is returned and refunded. */
async function sellPart(shop: TestShop): Promise<Sold> {
  const part = await cashOrder(shop, 'part.new', stole, stole, stole);
  const { customerId, order } = part;
  const selection = [{ position: 0, quantity: 1 }];
  const reason = 'The colour or size does not suit me';
  const steps: Step[] = [
    () => cancelOwnOrder(shop, customerId, order.id, selection),
    deliver,
    () => requestReturn(shop, customerId, order.id, { items: selection, reason, note: '' }),
    decide(true),
    receive,
    () => inspectReturn(shop, order.id, { found: [{ position: 0, resellable: true, accept: true }] }),
  ];
  for (const step of steps) {
    shop.clock.advance(1000);
    await step(shop, part);
  }
  return part;
}

/**
 * Creates orders and returns them by name. In the differences, these names replace the order numbers. PAID has a credit note for
 * a part of the order. PART has a credit note for a return.
 */
async function sellSome(shop: TestShop) {
  await prepareSeller(shop);
  const paid = await paidOrder(shop, 'paid.new', gulnar);
  const cash = await cashOrder(shop, 'cash.new', stole);
  const unpaid = await unpaidOrder(shop, 'unpaid.new', stole);
  const cancelled = await paidOrder(shop, 'cancelled.new', stole);
  await packOrder(shop, paid.order.id);
  await deliver(shop, cash);
  await cancel(shop, cancelled);
  shop.clock.advance(1000);
  await refund(shop, paid);
  const part = await sellPart(shop);
  return {
    PAID: paid.order,
    CASH: cash.order,
    UNPAID: unpaid.order,
    CANCELLED: cancelled.order,
    PART: part.order,
  };
}

type Orders = Awaited<ReturnType<typeof sellSome>>;
type Cause = (sold: Orders) => SQL | readonly SQL[];

const [invoice, secondInvoice, thirdInvoice] = ['TB/26-27/000001', 'TB/26-27/000002', 'TB/26-27/000003'];
const [note, returnNote] = ['TBC/26-27/000001', 'TBC/26-27/000002'];
const paymentOf = ({ id }: { id: string }) => sql`(select id from payments where reference = ${id})`;
const receiptOf = (order: { id: string }) =>
  sql`(select id from receipts where payment_id = ${paymentOf(order)})`;
const insertReceipt = (order: Orders['PAID'], amount: number) =>
  sql`insert into receipts (payment_id, provider, provider_payment_id, amount_paise, at)
    values (${paymentOf(order)}, 'fake', 'pay_planted', ${amount}, now())`;
const setInDocument = (number: string, path: string, value: number) =>
  sql`update invoices set document = jsonb_set(document, ${path}::text[], to_jsonb(${value}::int)) where number = ${number}`;

/** Statements that cause each difference, by rule. */
const faults: Record<string, Record<string, Cause>> = {
  'units on hand = sum of the stock movements': {
    'TB-STO-001: 39 on hand, 38 by its movements': () =>
      sql`update stock_levels set on_hand = on_hand + 1 where variant_id = ${stole}`,
  },
  'units held = sum of the holds': {
    'TB-STO-001: 2 held, 1 by its holds': () =>
      sql`update stock_levels set held = held + 1 where variant_id = ${stole}`,
  },
  'holds are for the lines of unpaid orders': {
    'CASH, delivered, TB-STO-001: 1 held of 1 ordered': ({ CASH }) =>
      sql`update holds set holder = ${CASH.id}`,
    'UNPAID, pending_payment, TB-STO-001: 2 held of 1 ordered': () => sql`update holds set count = 2`,
    'unknown, no order, TB-STO-001: 1 held of 0 ordered': () => sql`update holds set holder = 'unknown'`,
  },
  'stock movements of an order = its lines': {
    'CASH, TB-STO-001: 0 sold and 0 restocked by its movements, 1 and 0 by its order': ({ CASH }) =>
      sql`delete from stock_movements where reference = ${CASH.number}`,
    'CANCELLED, TB-STO-001: 1 sold and 2 restocked by its movements, 1 and 1 by its order': ({
      CANCELLED,
    }) => sql`insert into stock_movements (variant_id, change, reason, reference)
      values (${stole}, 1, 'cancelled', ${CANCELLED.number})`,
  },
  'units are restocked as their state and inspection say': {
    'CANCELLED, cancelled: not restocked': ({ CANCELLED }) =>
      sql`update order_units set restocked_at = null where order_id = ${CANCELLED.id}`,
    'CASH, delivered: restocked': ({ CASH }) =>
      sql`update order_units set restocked_at = now() where order_id = ${CASH.id}`,
    'PART, refunded: not restocked': ({ PART }) =>
      sql`update order_units set restocked_at = null where order_id = ${PART.id} and state = 'refunded'`,
    'PART, refunded: restocked': ({ PART }) =>
      sql`update order_units set inspected_at = null where order_id = ${PART.id} and state = 'refunded'`,
  },
  'units of a return = its lines': {
    'PART, line 1: 1 units of a return of 2': () => sql`update return_lines set quantity = 2`,
    'PART, line 1: 0 units of a return of 1': ({ PART }) =>
      sql`update order_units set return_id = null where order_id = ${PART.id}`,
  },
  'state of an order = derived from the states of its units': {
    'CASH: shipped, and delivered by its units': ({ CASH }) =>
      sql`update orders set state = 'shipped' where id = ${CASH.id}`,
  },
  'units of a line = its quantity': {
    'CASH, line 1: 2 units of 1': ({ CASH }) =>
      sql`update order_units set quantity = 2 where order_id = ${CASH.id}`,
  },
  'total of an order = its lines + delivery': {
    'CASH: a total of 54900 paise, 55000 by its lines and delivery': ({ CASH }) =>
      sql`update order_lines set price_paise = price_paise + 100 where order_id = ${CASH.id}`,
  },
  'cancelled amount of an order = its cancelled units': {
    'PART: 45001 paise cancelled, 45000 by its units': ({ PART }) =>
      sql`update orders set cancelled_paise = cancelled_paise + 1 where id = ${PART.id}`,
  },
  'a payment is of its order’s total': {
    'CASH: a payment of 54901 paise for a total of 54900': ({ CASH }) =>
      sql`update payments set amount_paise = amount_paise + 1 where reference = ${CASH.id}`,
    'lost: a payment of 54900 paise for an unknown order': ({ CASH }) =>
      sql`update payments set reference = 'lost' where reference = ${CASH.id}`,
    'PART: a payment of 99900 paise for a total of 144900': ({ PART }) =>
      sql`update orders set cancelled_paise = 0 where id = ${PART.id}`,
  },
  'refunds do not exceed their receipt': {
    'CANCELLED: 54901 paise refunded of a receipt of 54900': ({ CANCELLED }) =>
      sql`update refunds set amount_paise = amount_paise + 1 where receipt_id = ${receiptOf(CANCELLED)}`,
  },
  'unpaid and cancelled orders keep no money, and refunded orders have a refund': {
    'CANCELLED, cancelled: 54900 paise received and 0 refunded': ({ CANCELLED }) =>
      sql`delete from refunds where receipt_id = ${receiptOf(CANCELLED)}`,
    'UNPAID, pending_payment: 54900 paise received and 0 refunded': ({ UNPAID }) =>
      insertReceipt(UNPAID, 54_900),
    'CASH, refunded: 54900 paise received and 0 refunded': ({ CASH }) =>
      ['return_requested', 'return_approved', 'returned', 'refunded'].map(
        (state) => sql`update orders set state = ${state} where id = ${CASH.id}`,
      ),
  },
  'cash is received for delivered cash orders only, and is their total': {
    'CASH, COD, delivered: 0 paise received, 0 of them in cash, for a total of 54900': ({ CASH }) =>
      sql`delete from receipts where payment_id = ${paymentOf(CASH)}`,
    'CASH, COD, delivered: 54900 paise received, 54900 of them in cash, for a total of 54900': ({ CASH }) =>
      sql`update orders set delivered_at = null where id = ${CASH.id}`,
    'PAID, Online, packed: 2489900 paise received, 2489900 of them in cash, for a total of 2489900': ({
      PAID,
    }) => sql`update receipts set provider = 'cash' where payment_id = ${paymentOf(PAID)}`,
  },
  'orders paid online have received their total once': {
    'PAID, packed: 2489899 paise received and 12345 refunded, for a total of 2489900': ({ PAID }) =>
      sql`update receipts set amount_paise = amount_paise - 1 where payment_id = ${paymentOf(PAID)}`,
    'PAID, packed: 4979800 paise received and 12345 refunded, for a total of 2489900': ({ PAID }) =>
      insertReceipt(PAID, 2_489_900),
  },
  'packed orders have one invoice, and others none': {
    'PAID, packed: 0 invoices, and 1 by its state': () => sql`delete from invoices where number = ${invoice}`,
    'UNPAID, pending_payment: 1 invoices, and 0 by its state': ({ UNPAID }) =>
      sql`update invoices set order_id = ${UNPAID.id} where number = ${invoice}`,
    'CANCELLED, cancelled: 0 invoices, and 1 by its state': ({
      CANCELLED,
    }) => sql`insert into order_history (order_id, state, actor, at)
      values (${CANCELLED.id}, 'packed', 'merchant', now())`,
  },
  'lines of an invoice = lines of its order, and its delivery': {
    [`${secondInvoice}, line 1: 1 × 45000 = 45000 paise, and 2 × 45000 = 90000 in its order`]: ({ CASH }) =>
      sql`update order_lines set quantity = 2 where order_id = ${CASH.id}`,
    [`${secondInvoice}, line 2: 0 × 0 = 9900 paise, and 0 × 0 = 9901 in its order`]: ({
      CASH,
    }) => sql`update orders set shipping_paise = shipping_paise + 1, total_paise = total_paise + 1
      where id = ${CASH.id}`,
    [`${secondInvoice}, line 1: 0 × 0 = 0 paise, and 1 × 45000 = 45000 in its order`]: () =>
      sql`update invoices set document = document #- '{lines,0}' where number = ${secondInvoice}`,
    [`${thirdInvoice}, line 1: 2 × 45000 = 90000 paise, and 3 × 45000 = 135000 in its order`]: ({ PART }) =>
      sql`update order_history set lines = null where order_id = ${PART.id} and state = 'cancelled'`,
  },
  'totals of a document = sums of its lines, and its parts': {
    [`${secondInvoice}, amount with round-off: 54900 instead of 54907`]: () =>
      setInDocument(secondInvoice, '{roundOffPaise}', 7),
    [`${note}, cgstPaise: 1 instead of 294`]: () => setInDocument(note, '{totals,cgstPaise}', 1),
    [`${secondInvoice}, line 1, taxPaise: 1 instead of 2142`]: () =>
      setInDocument(secondInvoice, '{lines,0,taxPaise}', 1),
    [`${secondInvoice}, total by its order: 54901 instead of 54900`]: () =>
      sql`update invoices set total_paise = total_paise + 1 where number = ${secondInvoice}`,
  },
  'numbers of a series are 1 to n': {
    'TB/26-27/: no document is between 0 and 2': () => sql`delete from invoices where number = ${invoice}`,
    'TB/26-27/7: the number 2 of its series TB/26-27/': () =>
      sql`update invoices set number = 'TB/26-27/7' where number = ${secondInvoice}`,
    'TB/26-27/: the last document is 2, and 3 were numbered': () =>
      sql`delete from invoices where number = ${thirdInvoice}`,
  },
  'refunds since an invoice have credit notes': {
    'PAID: 0 paise credited, and 12345 refunded since its invoice': () =>
      sql`delete from invoices where number = ${note}`,
  },
  'credit notes have a cause, and invoices none': {
    [`${note}: credit-note, for no cause`]: () => [
      sql`alter table invoices drop constraint invoices_cause`,
      sql`update invoices set cause = null where number = ${note}`,
    ],
  },
  'a credit note of a refund is of its order, and of at most its amount': {
    [`${note}: 12345 paise of PAID credited, and 12344 of PAID refunded`]: () =>
      sql`update refunds set amount_paise = 12344 where amount_paise = 12345`,
    [`${note}: 12345 paise of PAID credited, and 0 of no order refunded`]: () =>
      sql`update invoices set refund_id = gen_random_uuid() where number = ${note}`,
  },
  'a credit note of a whole order brings its invoice to zero in every column': {
    'PAID, amountPaise: 12345 credited of 2489900': () =>
      sql`update invoices set cause = 'undelivered', refund_id = null where number = ${note}`,
  },
  'a credit note of a return = its accepted lines': {
    [`${returnNote}, line 1: 1 units credited, and 0 accepted`]: () =>
      sql`update return_lines set accepted = false`,
    [`${returnNote}, line 1: 2 units credited, and 1 accepted`]: () =>
      setInDocument(returnNote, '{lines,0,quantity}', 2),
  },
  'accepted lines of a return have a credit note': {
    'PART, line 1: 1 units accepted, and 0 of 90000 paise credited without a note of the return': () =>
      sql`delete from invoices where number = ${returnNote}`,
  },
  'credit notes do not exceed a line of their invoice in any column': {
    'PAID, line 1, sgstPaise: 99999999 credited, and 59048 invoiced': () =>
      setInDocument(note, '{lines,0,sgstPaise}', 99_999_999),
    'PAID, line 10, amountPaise: 12345 credited, and 0 invoiced': () =>
      setInDocument(note, '{lines,0,position}', 9),
  },
};

it('reports each kind of difference under the name of the rule that finds it', { timeout: 240_000 }, async ({
  shop: whole,
}) => {
  const sold = await sellSome(whole);
  expect(await listDifferences(whole)).toEqual([]);
  // Triggers reject changes of an issued invoice. A faulty disk or a superuser can still change it.
  await whole.db.execute(sql`alter table invoices disable trigger user`);
  const causes = Object.entries(faults).flatMap(([rule, causes]) =>
    Object.entries(causes).map(([difference, cause]) => ({ rule, difference, cause })),
  );
  for (const { rule, difference, cause } of causes) {
    const found = await andRolledBack(whole, async (shop) => {
      for (const statement of [cause(sold)].flat()) await shop.db.execute(statement);
      return listDifferences(shop);
    });
    const named = found.map(([name, text]) => {
      const shown = Object.entries(sold).reduce(
        (all, [key, { id, number }]) => all.replaceAll(number, key).replaceAll(id, key),
        text,
      );
      return [name, shown.replace(/ at \S+ \S+$/, '')];
    });
    expect.soft(named, difference).toContainEqual([rule, difference]);
  }
});

it('the tests contain at least one difference for every rule', () => {
  expect(Object.keys(faults)).toEqual(integrityRules.map(({ name }) => name));
});

it('the integrity check reports all 1,001 rows that violate one rule, although it reads them in batches', async ({
  shop,
}) => {
  await shop.db.execute(sql`insert into stock_levels (variant_id, on_hand)
    select 'missing-' || n, 1 from generate_series(1, 1001) n`);
  const found = await listDifferences(shop);
  expect(found).toHaveLength(1001);
  expect(new Set(found.map(([, difference]) => difference))).toHaveProperty('size', 1001);
});
