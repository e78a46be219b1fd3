import type { CourierName, Direction, ShipmentStep } from './contract.ts';
import type { Shipment } from './shipments.server.ts';

/** The data that the courier returns for a booking. A field is null until the courier has reported it. */
export type Booking = Pick<
  Shipment,
  'courierOrderId' | 'courierShipmentId' | 'awb' | 'carrier' | 'trackUrl' | 'labelUrl' | 'expectedOn'
>;

export type BookedShipment = Booking & Pick<Shipment, 'direction' | 'details'>;

export type Scan = {
  /** The shipment step that the scan reports. Null if it reports no step. */
  step: ShipmentStep | null;
  code: string | null;
  text: string;
  location: string | null;
  /** The time of the scan. Null if the courier sent no valid time. */
  at: Date | null;
  /** Hash of the scan. A scan has the same fingerprint in every event that contains it. */
  fingerprint: string;
};

/** A courier's webhook event about one shipment. */
export type CourierEvent = {
  awb: string | null;
  /** The shop's number for the shipment. */
  number: string | null;
  scans: Scan[];
  expectedOn: string | null;
};

/**
 * A courier. HTTP requests time out after 8 seconds. A request rejects with {@link CourierUnavailable} if a retry can succeed,
 * otherwise with {@link CourierRejected}. `cancel` undoes `book`. Manual shipments have no courier.
 */
export type Courier = {
  name: Exclude<CourierName, 'manual'>;
  /**
   * Books a pickup. If `triedBefore` is true, the response to an earlier request may have been lost. Then `book` first looks for
   * a shipment with the shop's number, to avoid a second shipment. Calls `saveProgress` with the data that the courier returns,
   * so that a retry does not repeat completed requests.
   */
  book(
    input: BookedShipment & { triedBefore: boolean },
    saveProgress: (progress: Partial<Booking>) => Promise<void>,
  ): Promise<void>;
  /** Cancels a booking. Also succeeds if there is no booking, or if the booking is already cancelled. */
  cancel(input: BookedShipment): Promise<void>;
  /** Reads all scans of a shipment. May return undefined if the courier has no scans yet. */
  track(input: { awb: string; direction: Direction; number: string }): Promise<CourierEvent | undefined>;
  /** Returns the id of a webhook event. Returns undefined if `headers` do not contain the courier's key. */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** Parses the stored body of a webhook event. Returns undefined if the body is invalid. */
  readEvent(body: string): CourierEvent | undefined;
};

/** Thrown if a retry can succeed, or while requests are paused. The courier may already have processed the request. */
export class CourierUnavailable extends Error {}

/** Thrown if the courier rejects the request. The request is not retried automatically. */
export class CourierRejected extends Error {}
