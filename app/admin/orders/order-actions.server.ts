import { Problem } from '../../foundation/http/problem.ts';
import { toPaise } from '../../foundation/money.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import { cancelOrder } from '../../orders/cancel-order.server.ts';
import { NoSuchOrder, NoSuchRefund } from '../../orders/contract.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { readOrder, readOrderNumbers } from '../../orders/for-staff/read-order.server.ts';
import type { ShipInput } from '../../orders/order-shipment.server.ts';
import { lockOrder, type Order } from '../../orders/orders.server.ts';
import { savePrivateNote } from '../../orders/private-note.server.ts';
import { readRefundBalance, refundOrder, settleRefundByHand } from '../../orders/refund-order.server.ts';
import { inspectReturn, receiveReturn } from '../../orders/returns/inspect-return.server.ts';
import { decideReturn } from '../../orders/returns/return-order.server.ts';
import { advanceOrderByHand, packOrder, recallShipment, shipOrder } from '../../orders/ship-order.server.ts';
import { retryRefund } from '../../payments/refunds.server.ts';
import { retryShipment } from '../../shipping/shipment-worker.server.ts';
import { findShipment, listCouriers } from '../../shipping/shipments.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
import { ChangedSinceRead } from '../layout/contract.ts';
import { assertFreshFactor } from '../sign-in/for-staff.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import type {
  DecideReturnInput,
  InspectReturnInput,
  NoteInput,
  PackedOrders,
  RefundInput,
  TransitionInput,
} from './contract.ts';

/** What the log keeps of an order: where it stands, with whom, and what money has gone back. Nothing of its shopper. */
async function shownInLog(tx: Tx, order: Order) {
  const { refundedPaise } = await readRefundBalance(tx, order.id);
  const shipment = await findShipment(tx, order.id, 'out');
  return {
    number: order.number,
    state: order.state,
    refundedPaise,
    isRestocked: order.restockedAt !== null,
    courier: shipment?.courier ?? null,
  };
}

type Act = {
  id: string;
  action: string;
  /** What else the log keeps of it. */
  more?: Record<string, unknown>;
  /** It is never done twice, or throws then: it is written also where the order looks as before. */
  isAlwaysNew?: boolean;
};

/**
 * Does something with an order and writes it into the log, both in one transaction. What changes nothing, because it was
 * done before, is not written again. The order is locked first: of two at once the second one finds what the first has
 * done, and the verb says in words what is wrong with it.
 */
async function act(
  shop: Shop,
  staff: Staff,
  { id, action, more, isAlwaysNew = false }: Act,
  work: (tx: Tx, order: Order) => Promise<unknown>,
): Promise<AdminOrder> {
  await inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw NoSuchOrder('There is no such order.');
    const before = await shownInLog(tx, order);
    await work(tx, order);
    const after = await shownInLog(tx, (await lockOrder(tx, id)) ?? order);
    if (!isAlwaysNew && JSON.stringify(after) === JSON.stringify(before)) return;
    const audited = { action, subject: { kind: 'order', id } };
    await insertAuditEntry(tx, staff, audited, { before, after: { ...after, ...more } });
  });
  return readOrder(shop, id);
}

export const packOrderAsStaff = (shop: Shop, staff: Staff, id: string) =>
  act(shop, staff, { id, action: 'order.pack' }, (tx) => packOrder(tx, id));

/** Each in a transaction of its own: what cannot be packed does not hold up the others. */
export async function packOrdersAsStaff(
  shop: Shop,
  staff: Staff,
  ids: readonly string[],
): Promise<PackedOrders> {
  const packed: string[] = [];
  const refused: { id: string; reason: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      const { number } = await packOrderAsStaff(shop, staff, id);
      packed.push(number);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  const numbers = await readOrderNumbers(
    shop,
    refused.map(({ id }) => id),
  );
  return { packed, refused: refused.map(({ id, reason }) => ({ number: numbers.get(id) ?? id, reason })) };
}

export const shipOrderAsStaff = (shop: Shop, staff: Staff, id: string, to: ShipInput) =>
  act(shop, staff, { id, action: 'order.ship' }, (tx) => shipOrder(tx, id, to));

export const recallShipmentAsStaff = (shop: Shop, staff: Staff, id: string) =>
  act(shop, staff, { id, action: 'shipment.recall' }, (tx) => recallShipment(tx, id));

export const updateShipmentAsStaff = (shop: Shop, staff: Staff, id: string, { to, note }: TransitionInput) =>
  act(shop, staff, { id, action: 'shipment.update' }, (tx) =>
    to === 'returned' || to === 'returned_to_seller'
      ? receiveReturn(tx, id)
      : advanceOrderByHand(tx, id, to, note),
  );

/** The money of an order that was paid goes back: then the second factor must be fresh. */
export const cancelOrderAsStaff = (shop: Shop, staff: Staff, id: string, note: string) =>
  act(shop, staff, { id, action: 'order.cancel' }, async (tx) => {
    const { refundablePaise } = await readRefundBalance(tx, id);
    if (refundablePaise > 0) assertFreshFactor(staff, tx.clock.now());
    await cancelOrder(tx, { actor: 'merchant', orderId: id, note });
  });

export const refundOrderAsStaff = (shop: Shop, staff: Staff, id: string, input: RefundInput) =>
  act(shop, staff, { id, action: 'order.refund' }, (tx) =>
    refundOrder(tx, id, {
      amountPaise: toPaise(input.amount),
      reason: input.reason,
      refundedBefore: toPaise(input.refundedBefore),
    }),
  );

export const settleRefundAsStaff = (shop: Shop, staff: Staff, id: string, refundId: string, text: string) =>
  act(shop, staff, { id, action: 'refund.settle', more: { refund: refundId }, isAlwaysNew: true }, (tx) =>
    settleRefundByHand(tx, refundId, text),
  );

/** The bank is asked once more for a refund that it has refused. Throws `no-such-refund` (404). */
export const retryRefundAsStaff = (shop: Shop, staff: Staff, id: string, refundId: string) =>
  act(
    shop,
    staff,
    { id, action: 'refund.retry', more: { refund: refundId }, isAlwaysNew: true },
    async (tx) => {
      if (!(await retryRefund(tx, { reference: id, refundId })))
        throw NoSuchRefund('The bank has this refund already, or there is no such refund.');
    },
  );

export const decideReturnAsStaff = (shop: Shop, staff: Staff, id: string, input: DecideReturnInput) =>
  act(shop, staff, { id, action: input.approve ? 'return.approve' : 'return.decline' }, (tx) => {
    const { approve, text, fetch } = input;
    if (!approve) return decideReturn(tx, id, { approve, text });
    const courier = listCouriers(tx).find((name) => name !== 'manual');
    return decideReturn(tx, id, {
      approve,
      text,
      ...(fetch && courier ? { pickup: { courier } } : {}),
    });
  });

export const inspectReturnAsStaff = (
  shop: Shop,
  staff: Staff,
  id: string,
  { resellable, amount, text }: InspectReturnInput,
) =>
  act(shop, staff, { id, action: 'return.inspect', more: { resellable } }, (tx) =>
    inspectReturn(tx, id, {
      resellable,
      text,
      ...(amount === undefined ? {} : { amountPaise: toPaise(amount) }),
    }),
  );

/** @throws ChangedSinceRead (409) if a colleague has changed the note since `before` was read. */
export const saveNoteAsStaff = (shop: Shop, staff: Staff, id: string, { privateNote, before }: NoteInput) =>
  act(
    shop,
    staff,
    { id, action: 'order.note', more: { noteLength: privateNote.length }, isAlwaysNew: true },
    async (tx) => {
      if (!(await savePrivateNote(tx, id, { privateNote, before }))) throw ChangedSinceRead();
    },
  );

/** The courier is asked once more about a parcel that it has refused. Throws `no-such-shipment` (404). */
export const retryShipmentAsStaff = (shop: Shop, staff: Staff, id: string, shipmentId: string) =>
  act(shop, staff, { id, action: 'shipment.retry', more: { parcel: shipmentId }, isAlwaysNew: true }, (tx) =>
    retryShipment(tx, { reference: id, shipmentId }),
  );
