import type { CourierName, Direction, ShipmentStep, ShipmentView } from './contract.ts';

/** The data of a booking so far. */
export type Booking = {
  courierOrderId: string | null;
  courierShipmentId: string | null;
  /** The tracking number (air waybill). */
  awb: string | null;
  carrier: string | null;
  trackUrl: string | null;
  labelUrl: string | null;
  /** The expected day of delivery in India, `2026-11-28`. */
  expectedOn: string | null;
};

/** A shipment with its booking so far. */
export type BookedShipment = Booking & { direction: Direction; details: ShipmentView };

/** A tracking scan of a courier. */
export type Scan = {
  /** The step of the scan; null if it changes none. */
  step: ShipmentStep | null;
  code: string | null;
  text: string;
  location: string | null;
  /** Null if the courier sent no valid time. */
  at: Date | null;
  /** Equal for the same scan in several events. */
  fingerprint: string;
};

/** A courier's event about one shipment, oldest scan first. */
export type CourierEvent = {
  awb: string | null;
  /** Our number of the shipment. */
  number: string | null;
  scans: Scan[];
  expectedOn: string | null;
};

/**
 * A courier. `cancel` undoes `book`. Requests time out after 8 seconds and reject with {@link CourierUnavailable} if their
 * outcome is unknown. All of them can be retried. Manual shipments have no courier.
 */
export type Courier = {
  name: Exclude<CourierName, 'manual'>;
  /**
   * Books a pickup. If `triedBefore`, an earlier response may be lost: the courier is first queried for our number, so
   * that no second shipment is created. `saveProgress` is called after each step, so that the booking survives a crash.
   */
  book(
    input: BookedShipment & { triedBefore: boolean },
    saveProgress: (progress: Partial<Booking>) => Promise<void>,
  ): Promise<void>;
  /** Cancels a booking. Succeeds if there is none or if it is cancelled already. */
  cancel(input: BookedShipment): Promise<void>;
  /** Reads all scans of a shipment. Returns undefined if there are none. */
  track(input: { awb: string; direction: Direction; number: string }): Promise<CourierEvent | undefined>;
  /**
   * Returns the id of a webhook event, or undefined if its key is not the courier's. Compares in constant time, before
   * anything is parsed.
   */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** Parses a stored webhook body. Returns undefined if it is invalid. */
  readEvent(body: string): CourierEvent | undefined;
};

/** Thrown if the outcome of a request is unknown: no response, or an unclear one. */
export class CourierUnavailable extends Error {}

/** Thrown if the courier rejected the request. A retry cannot succeed. */
export class CourierRejected extends Error {}
