import type { z } from '@hono/zod-openapi';
import { pipeline } from '../../foundation/database/pipeline.server.ts';
import { Problem, type ProblemType } from '../../foundation/http/problem.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { NoSuchOrder } from '../../orders/contract.ts';
import { AdminOrder } from '../../orders/for-staff/contract.ts';
import { readOrder, readOrderNumbers } from '../../orders/for-staff/read-order.server.ts';
import { isRestocked, listUnits } from '../../orders/order-units.server.ts';
import { type Order, withLockedOrder } from '../../orders/orders.server.ts';
import { readRefundBalance } from '../../orders/refund-order.server.ts';
import { packOrder } from '../../orders/ship-order.server.ts';
import { findShipment } from '../../shipping/shipments.server.ts';
import { type Audited, audited } from '../audit-log/audited.server.ts';
import { type ActionInput, staffAction } from '../audit-log/staff-action.server.ts';
import { FreshFactorRequired } from '../sign-in/contract.ts';
import { assertFreshFactor, staff } from '../sign-in/staff-access.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import type { PackedOrders } from './contract.ts';

/**
 * Defines a staff action on one order. Locks the order first, so that a concurrent action waits and then finds the changed order.
 * If `run` returns `unchanged`, no audit entry is written.
 */
export function orderAction<
  Method extends 'post' | 'put',
  Path extends `/${string}/{id}/${string}`,
  Params extends z.ZodObject<{ id: z.ZodUUID }>,
  Body extends z.ZodType | undefined = undefined,
>({
  fresh = false,
  problems,
  logged,
  run,
  ...row
}: {
  id: string;
  method: Method;
  path: Path;
  audit: string | ((input: ActionInput<Params, undefined, Body>) => string);
  summary: string;
  description?: string;
  /** True if the action requires a fresh second factor. A function if that depends on the order. */
  fresh?: boolean | ((tx: Tx, order: Order) => Promise<boolean>);
  params: Params;
  body?: Body;
  problems: readonly ProblemType[];
  /** Fields that the audit entry contains in addition to those of {@link recordOf}. */
  logged?: (input: ActionInput<Params, undefined, Body>) => Record<string, unknown>;
  run(
    tx: Tx,
    order: Order,
    input: ActionInput<Params, undefined, Body>,
  ): Promise<Order | 'unchanged'> | Promise<void>;
}) {
  const dependsOnOrder = typeof fresh === 'function';
  return staffAction({
    ...row,
    kind: 'order',
    access: staff({ fresh: fresh === true }),
    response: AdminOrder,
    problems: [NoSuchOrder, ...problems, ...(dependsOnOrder ? [FreshFactorRequired] : [])],
    run: (tx, input) =>
      changeOrder(
        tx,
        input.params.id,
        async (tx, order) => {
          if (dependsOnOrder && (await fresh(tx, order))) assertFreshFactor(input.staff, tx.clock.now());
          return run(tx, order, input);
        },
        logged?.(input),
      ),
  });
}

/** Locks an order and runs `work`. Returns the changed order, and for the audit log its {@link recordOf} before and after. */
function changeOrder(
  shop: Tx,
  id: string,
  work: (tx: Tx, order: Order) => Promise<unknown>,
  logged?: Record<string, unknown>,
): Promise<Audited<AdminOrder>> {
  return withLockedOrder(shop, id, async (tx, order) => {
    const before = await recordOf(tx, order);
    const isUnchanged = (await work(tx, order)) === 'unchanged';
    const result = await readOrder(tx, id);
    const after = { ...(await recordOf(tx, { ...result, id })), ...logged };
    return { id, before, after, isUnchanged, result };
  });
}

/** Returns an order as the audit log stores it. Contains no personal data. */
async function recordOf(tx: Tx, { id, number, state }: Pick<Order, 'id' | 'number' | 'state'>) {
  const [{ refundedPaise }, { courier = null } = {}, units] = await pipeline([
    readRefundBalance(tx, id),
    findShipment(tx, id, 'out'),
    listUnits(tx, id),
  ]);
  return { number, state, refundedPaise, isRestocked: isRestocked(units), courier };
}

/** Packs each order in its own transaction, so that an order that cannot be packed does not block the others. */
export async function packOrders(shop: Shop, staff: Staff, ids: readonly string[]): Promise<PackedOrders> {
  const numbers = await readOrderNumbers(shop, ids);
  const done: PackedOrders = { packed: [], refused: [] };
  for (const id of new Set(ids)) {
    const number = numbers.get(id) ?? id;
    const action = { action: 'order.pack', subject: { kind: 'order', id } };
    try {
      await audited(shop, staff, action, (tx) => changeOrder(tx, id, packOrder));
      done.packed.push(number);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      done.refused.push({ number, reason: error.message });
    }
  }
  return done;
}
