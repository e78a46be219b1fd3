import { z } from 'zod';
import type { ShiprocketAccount } from '../foundation/config/courier-config.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  type BookedShipment,
  type Booking,
  type Courier,
  type CourierEvent,
  CourierRejected,
  CourierUnavailable,
} from './courier.ts';
import { ShiprocketRejected, shiprocketClient } from './shiprocket-client.server.ts';
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
const NotAssigned = z.object({
  response: z.object({ data: z.object({ awb_assign_error: z.string() }) }),
});
const Label = z.object({ label_created: Yes, label_url: z.url({ protocol: /^https$/ }) });
const Sent = z.object({ id: Id, awb: Id, courier: z.string().nullish() });
const Found = z.object({
  id: Id,
  channel_order_id: Id,
  status: z.string().nullish(),
  shipments: z
    .union([z.array(Sent), Sent.transform((one) => [one])])
    .nullish()
    .catch(null),
});
const FoundOnes = z.object({ data: z.array(Found) });
const Places = z.object({ data: z.object({ shipping_address: z.array(z.unknown()) }) });
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

/** Returns a reader that parses JSON of this shape and returns undefined for other JSON. */
const as =
  <T extends z.ZodType>(shape: T) =>
  (json: unknown): z.infer<T> | undefined =>
    shape.safeParse(json).data;
const anything = (json: unknown) => ({ json });

const isCancelled = (status: string | null | undefined) => /^cancel/i.test(status ?? '');

/** Creates the courier for Shiprocket's REST API. `withinMs` is the request timeout. */
export function shiprocket(shop: Shop, account: ShiprocketAccount, withinMs?: number): Courier {
  const call = shiprocketClient(shop, account, withinMs);
  const tokens = account.webhookToken.split(',').map((token) => token.trim());

  /** Finds Shiprocket's order by our number. Its filter matches prefixes, so the number is compared again. */
  async function lookUp(number: string) {
    const path = `/orders?filter_by=channel_order_id&filter=${encodeURIComponent(number)}`;
    const { data } = await call('GET', path, undefined, as(FoundOnes));
    const found = data.find((order) => order.channel_order_id === number);
    if (!found) return undefined;
    const shipment = found.shipments?.[0];
    return {
      isCancelled: isCancelled(found.status),
      courierOrderId: found.id,
      courierShipmentId: shipment?.id ?? null,
      awb: shipment?.awb ?? null,
      carrier: shipment?.courier ?? null,
    };
  }

  async function create({ details: shipment, direction }: BookedShipment) {
    const isBack = direction === 'back';
    const body = isBack
      ? orderToReturn(shipment, await readPickupPlace())
      : orderToSend(shipment, account.pickup);
    const path = isBack ? '/orders/create/return' : '/orders/create/adhoc';
    const made = await call('POST', path, body, (json) => {
      const { order_id, shipment_id } = Created.safeParse(json).data ?? {};
      return order_id && shipment_id ? { order_id, shipment_id } : undefined;
    });
    return { courierOrderId: made.order_id, courierShipmentId: made.shipment_id };
  }

  async function readPickupPlace(): Promise<PickupLocation> {
    const { data } = await call('GET', '/settings/company/pickup', undefined, as(Places));
    const places = data.shipping_address.flatMap((place) => PickupLocation.safeParse(place).data ?? []);
    const ours = places.find(({ pickup_location }) => pickup_location === account.pickup);
    if (!ours) throw new CourierRejected(`Shiprocket knows no pickup location ${account.pickup}.`);
    return ours;
  }

  async function assign(shipmentId: string, isBack: boolean) {
    const body = { shipment_id: shipmentId, ...(isBack ? { is_return: 1 } : {}) };
    const { data } = await call('POST', '/courier/assign/awb', body, (json) => {
      const refused = NotAssigned.safeParse(json).data?.response.data.awb_assign_error;
      if (refused) throw new ShiprocketRejected(`Shiprocket found nobody to carry it: ${refused}`, refused);
      return as(Assigned)(json)?.response;
    });
    if (!data.awb_code) throw new CourierUnavailable('Shiprocket assigned no number yet');
    return bookedAs(data.awb_code, data.courier_name ?? null);
  }

  async function askForPickup(shipmentId: string): Promise<void> {
    try {
      await call('POST', '/courier/generate/pickup', { shipment_id: [shipmentId] }, anything);
    } catch (error) {
      // An earlier request succeeded and its response was lost.
      if (!saysThat(error, /duplicate request|already in pickup queue/i)) throw error;
    }
  }

  async function printLabel(shipmentId: string): Promise<string> {
    const body = { shipment_id: [shipmentId] };
    const label = await call('POST', '/courier/generate/label', body, (json) => {
      const made = as(Label)(json);
      // Rejected with a 200, but a retry can succeed: labels are created shortly after the tracking number.
      if (!made) throw new CourierUnavailable(`Shiprocket made no label for ${shipmentId}`);
      return made;
    });
    return label.label_url;
  }

  return {
    name: 'shiprocket',

    async book(input, saveProgress) {
      const isBack = input.direction === 'back';
      const known: Partial<Booking> = {
        courierOrderId: input.courierOrderId,
        courierShipmentId: input.courierShipmentId,
        awb: input.awb,
      };
      const learn = async (reported: Partial<Booking>) => {
        await saveProgress(reported);
        Object.assign(known, reported);
      };
      if (input.triedBefore && !known.awb) {
        const found = await lookUp(input.details.number);
        if (found?.isCancelled)
          throw new CourierRejected(
            `${input.details.number} was cancelled at Shiprocket, which takes no number twice.`,
          );
        if (found) {
          const { courierOrderId, courierShipmentId, awb, carrier } = found;
          await learn({ courierOrderId, courierShipmentId, ...(awb ? bookedAs(awb, carrier) : {}) });
        }
      }
      if (!known.courierShipmentId) await learn(await create(input));
      const shipmentId = known.courierShipmentId;
      if (!shipmentId)
        throw new CourierUnavailable(`Shiprocket has no shipment for ${input.details.number} yet`);
      if (!known.awb) await learn(await assign(shipmentId, isBack));
      await askForPickup(shipmentId);
      // The courier brings the label to the pickup.
      if (!isBack && !input.labelUrl) await learn({ labelUrl: await printLabel(shipmentId) });
    },

    async cancel({ details: shipment }) {
      const found = await lookUp(shipment.number);
      if (!found?.courierOrderId || found.isCancelled) return;
      try {
        if (found.awb) {
          const body = { awbs: [found.awb] };
          await call('POST', '/orders/cancel/shipment/awbs', body, anything).catch(unlessCancelled);
        }
        await call('POST', '/orders/cancel', { ids: [numberIf(found.courierOrderId)] }, anything);
      } catch (error) {
        unlessCancelled(error);
      }
    },

    async track({ awb, number }) {
      const { tracking_data: reported } = await call(
        'GET',
        `/courier/track/awb/${encodeURIComponent(awb)}`,
        undefined,
        (json) => as(Tracked)(json) ?? as(z.array(Tracked))(json)?.[0],
      );
      const scans = readScans(reported.shipment_track_activities);
      const day = readDay(reported.etd || reported.shipment_track?.[0]?.edd || '');
      const isKnown = reported.track_status !== '0' && reported.track_status !== null;
      return isKnown || scans.length > 0 ? { awb, number, scans, expectedOn: day } : undefined;
    },

    readWebhook: (body, headers) => readWebhook(tokens, body, headers),
    readEvent: (body): CourierEvent | undefined => readCourierEvent(body),
  };
}

function bookedAs(awb: string, carrier: string | null): Partial<Booking> {
  return { awb, carrier, trackUrl: `https://shiprocket.co/tracking/${encodeURIComponent(awb)}` };
}

/** Converts an id to the number that Shiprocket expects. */
const numberIf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id);

function saysThat(error: unknown, text: RegExp): boolean {
  return error instanceof ShiprocketRejected && text.test(error.reason);
}

/** Ignores the rejection that the order is cancelled already. */
function unlessCancelled(error: unknown): void {
  if (!saysThat(error, /already.{0,20}cancel|cancel\w* already/i)) throw error;
}
