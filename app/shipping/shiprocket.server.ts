import { z } from 'zod';
import type { ShiprocketAccount } from '../foundation/config/accounts.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  type BookedShipment,
  type Booking,
  type Courier,
  type CourierEvent,
  CourierRejected,
  CourierUnavailable,
} from './courier.ts';
import { ShiprocketRejected, type ShiprocketRequest, shiprocketClient } from './shiprocket-client.server.ts';
import { orderToReturn, orderToSend, PickupLocation } from './shiprocket-orders.server.ts';
import {
  Id,
  readCourierEvent,
  readDay,
  readScans,
  readWebhook,
  WireScans,
} from './shiprocket-wire.server.ts';

const Created = z.object({ order_id: Id, shipment_id: Id });
const Yes = z.union([z.literal(1), z.literal('1'), z.literal(true)]);
const AwbData = z.object({ awb_code: Id, courier_name: z.string().nullish() });
const Assigned = z.object({ awb_assign_status: Yes, response: z.object({ data: AwbData }) });
const NotAssigned = z.object({ response: z.object({ data: z.object({ awb_assign_error: z.string() }) }) });
const Label = z.object({ label_created: Yes, label_url: z.url({ protocol: /^https$/ }) });
const OrderShipment = z.object({ id: Id, awb: Id, courier: z.string().nullish() });
const FoundOrder = z.object({
  id: Id,
  channel_order_id: Id,
  status: z.string().nullish(),
  shipments: z
    .union([z.array(OrderShipment), OrderShipment.transform((single) => [single])])
    .nullish()
    .catch(null),
});
const FoundOrders = z.object({ data: z.array(FoundOrder) });
const PickupLocations = z.object({ data: z.object({ shipping_address: z.array(z.unknown()) }) });
const Tracked = z.object({
  tracking_data: z.object({
    track_status: Id,
    error: z.string().nullish(),
    shipment_track: z
      .array(z.object({ edd: z.string().nullish().catch(null) }))
      .nullish()
      .catch(null),
    shipment_track_activities: WireScans,
    etd: z.string().nullish().catch(null),
  }),
});

/** Returns a function that parses JSON with this schema. The returned function returns undefined for JSON that does not match. */
const as =
  <T extends z.ZodType>(shape: T) =>
  (json: unknown): z.infer<T> | undefined =>
    shape.safeParse(json).data;
const anything = (json: unknown) => ({ json });

/** Creates the courier for Shiprocket's REST API. `timeoutMs` is the request timeout. */
export function shiprocket(shop: Shop, account: ShiprocketAccount, timeoutMs?: number): Courier {
  const request = shiprocketClient(shop, account, timeoutMs);
  const tokens = account.webhookToken.split(',').map((token) => token.trim());

  return {
    name: 'shiprocket',

    async book(input, saveProgress) {
      const isBack = input.direction === 'back';
      const booking: Partial<Booking> = { ...input };
      const save = async (reported: Partial<Booking>) => {
        await saveProgress(reported);
        Object.assign(booking, reported);
      };
      if (input.triedBefore && !booking.awb) {
        const existing = await findOrder(request, input.details.number);
        if (existing?.isCancelled)
          throw new CourierRejected(
            `${input.details.number} was cancelled at Shiprocket, which accepts each number only once. Please use another courier.`,
          );
        if (existing) {
          const { courierOrderId, courierShipmentId, awb, carrier } = existing;
          await save({ courierOrderId, courierShipmentId, ...(awb && trackingOf(awb, carrier)) });
        }
      }
      if (!booking.courierShipmentId) await save(await createOrder(request, account.pickup, input));
      const shipmentId = booking.courierShipmentId;
      if (!shipmentId)
        throw new CourierUnavailable(`Shiprocket has no shipment for ${input.details.number} yet`);
      if (!booking.awb) await save(await assignAwb(request, shipmentId, isBack));
      await requestPickup(request, shipmentId);
      // Only an outgoing shipment needs a label. For a return, the courier brings the label to the pickup.
      if (!isBack && !input.labelUrl) await save({ labelUrl: await createLabel(request, shipmentId) });
    },

    async cancel({ details }) {
      const existing = await findOrder(request, details.number);
      if (!existing?.courierOrderId || existing.isCancelled) return;
      try {
        if (existing.awb) {
          const body = { awbs: [existing.awb] };
          await request('POST', '/orders/cancel/shipment/awbs', body, anything).catch(ignoreCancelled);
        }
        await request('POST', '/orders/cancel', { ids: [numericId(existing.courierOrderId)] }, anything);
      } catch (error) {
        ignoreCancelled(error);
      }
    },

    track: ({ awb, number }) => trackShipment(request, awb, number),
    readWebhook: (body, headers) => readWebhook(tokens, body, headers),
    readEvent: readCourierEvent,
  };
}

/**
 * Finds Shiprocket's order by the shop's shipment number. Compares the numbers, because Shiprocket also returns orders with
 * longer numbers.
 */
async function findOrder(request: ShiprocketRequest, number: string) {
  const path = `/orders?filter_by=channel_order_id&filter=${encodeURIComponent(number)}`;
  const { data } = await request('GET', path, undefined, as(FoundOrders));
  const order = data.find(({ channel_order_id }) => channel_order_id === number);
  if (!order) return undefined;
  const shipment = order.shipments?.[0];
  return {
    isCancelled: /^cancel/i.test(order.status ?? ''),
    courierOrderId: order.id,
    courierShipmentId: shipment?.id ?? null,
    awb: shipment?.awb ?? null,
    carrier: shipment?.courier ?? null,
  };
}

async function createOrder(
  request: ShiprocketRequest,
  pickup: string,
  { details: shipment, direction }: BookedShipment,
) {
  const isBack = direction === 'back';
  const body = isBack
    ? orderToReturn(shipment, await readPickupLocation(request, pickup))
    : orderToSend(shipment, pickup);
  const path = isBack ? '/orders/create/return' : '/orders/create/adhoc';
  return request('POST', path, body, (json) => {
    const { order_id: courierOrderId, shipment_id: courierShipmentId } = as(Created)(json) ?? {};
    return courierOrderId && courierShipmentId ? { courierOrderId, courierShipmentId } : undefined;
  });
}

async function readPickupLocation(request: ShiprocketRequest, pickup: string): Promise<PickupLocation> {
  const { data } = await request('GET', '/settings/company/pickup', undefined, as(PickupLocations));
  const locations = data.shipping_address.flatMap((place) => PickupLocation.safeParse(place).data ?? []);
  const location = locations.find(({ pickup_location }) => pickup_location === pickup);
  if (!location)
    throw new CourierRejected(
      `Shiprocket has no pickup location called ${pickup}. Please add it at Shiprocket.`,
    );
  return location;
}

async function assignAwb(request: ShiprocketRequest, shipmentId: string, isBack: boolean) {
  const body = { shipment_id: shipmentId, ...(isBack ? { is_return: 1 } : {}) };
  const { data } = await request('POST', '/courier/assign/awb', body, (json) => {
    const refused = NotAssigned.safeParse(json).data?.response.data.awb_assign_error;
    if (refused)
      throw new ShiprocketRejected(`Shiprocket found no courier for this shipment: ${refused}`, refused);
    return as(Assigned)(json)?.response;
  });
  if (!data.awb_code) throw new CourierUnavailable('Shiprocket assigned no number yet');
  return trackingOf(data.awb_code, data.courier_name ?? null);
}

async function requestPickup(request: ShiprocketRequest, shipmentId: string): Promise<void> {
  try {
    await request('POST', '/courier/generate/pickup', { shipment_id: [shipmentId] }, anything);
  } catch (error) {
    // With these messages, Shiprocket says that an earlier request has already succeeded.
    if (!isRejectedWith(error, /duplicate request|already in pickup queue/i)) throw error;
  }
}

async function createLabel(request: ShiprocketRequest, shipmentId: string): Promise<string> {
  const body = { shipment_id: [shipmentId] };
  return request('POST', '/courier/generate/label', body, (json) => {
    const label = as(Label)(json);
    // Shiprocket also responds 200 if there is no label. The label may not be ready yet, so throw an error that causes a retry.
    if (!label) throw new CourierUnavailable(`Shiprocket made no label for ${shipmentId}`);
    return label.label_url;
  });
}

async function trackShipment(
  request: ShiprocketRequest,
  awb: string,
  number: string,
): Promise<CourierEvent | undefined> {
  const { tracking_data: reported } = await request(
    'GET',
    `/courier/track/awb/${encodeURIComponent(awb)}`,
    undefined,
    (json) => as(Tracked)(json) ?? as(z.array(Tracked))(json)?.[0],
  );
  const scans = readScans(reported.shipment_track_activities);
  const day = readDay(reported.etd || reported.shipment_track?.[0]?.edd || '');
  const isKnown = reported.track_status !== '0' && reported.track_status !== null;
  return isKnown || scans.length > 0 ? { awb, number, scans, expectedOn: day } : undefined;
}

function trackingOf(awb: string, carrier: string | null): Partial<Booking> {
  return { awb, carrier, trackUrl: `https://shiprocket.co/tracking/${encodeURIComponent(awb)}` };
}

/** Converts an id to the number that Shiprocket expects. Returns a non-numeric id unchanged. */
const numericId = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id);

function isRejectedWith(error: unknown, text: RegExp): boolean {
  return error instanceof ShiprocketRejected && text.test(error.reason);
}

/** Ignores Shiprocket's rejection if the order is already cancelled. Rethrows other errors. */
function ignoreCancelled(error: unknown): void {
  if (!isRejectedWith(error, /already.{0,20}cancel|cancel\w* already/i)) throw error;
}
