import { eq } from 'drizzle-orm';
import { inTransaction, type Shop } from '../app/foundation/shop.server.ts';
import { toShipmentView } from '../app/orders/order-shipment.server.ts';
import type { Order } from '../app/orders/orders.server.ts';
import { createShipment, listCouriers } from '../app/shipping/shipments.server.ts';
import { shipments } from '../app/shipping/tables.server.ts';
import { pretendCourier } from '../sandbox/pretend-courier.server.ts';

/**
 * Books a shipment for a packed order if the shop has the pretend courier. The courier's tracking page can then advance the
 * shipment.
 */
export async function bookPretendShipment(shop: Shop, order: Order): Promise<void> {
  if (!listCouriers(shop).includes('pretend')) return;
  const shipment = await inTransaction(shop, async (tx) =>
    createShipment(tx, {
      reference: order.id,
      direction: 'out',
      courier: 'pretend',
      details: await toShipmentView(tx, order, 'out'),
    }),
  );
  const change = (more: Partial<typeof shipments.$inferInsert>) =>
    shop.db.update(shipments).set(more).where(eq(shipments.id, shipment.id));
  await pretendCourier(shop).book({ ...shipment, triedBefore: false }, async (reported) => {
    await change(reported);
  });
  await change({ step: 'booked', bookedAt: shop.clock.now(), nextTryAt: null });
}
