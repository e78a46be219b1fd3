import type { CourierName, Direction, ShipmentStep } from './contract.ts';
import type { Shipment } from './shipments.server.ts';

/** The data of a booking. Fields are null until the courier has reported them. */
export type Booking = Pick<
  Shipment,
  'courierOrderId' | 'courierShipmentId' | 'awb' | 'carrier' | 'trackUrl' | 'labelUrl' | 'expectedOn'
>;

/** A shipment with the data of its booking. */
export type BookedShipment = Booking & Pick<Shipment, 'direction' | 'details'>;

/** A tracking scan of a courier. */
export type Scan = {
  /** The step that the scan reports. Null if the scan's status has no step. */
  step: ShipmentStep | null;
  code: string | null;
  text: string;
  location: string | null;
  /** Null if the courier sent no valid time. */
  at: Date | null;
  /** Hash of the scan. If several events contain the same scan, its fingerprint is equal in all of them. */
  fingerprint: string;
};

/** A courier's event about one shipment. */
export type CourierEvent = {
  awb: string | null;
  /** The shop's number of the shipment. */
  number: string | null;
  scans: Scan[];
  expectedOn: string | null;
};

/**
 * A courier. `cancel` undoes `book`. HTTP requests time out after 8 seconds. A request rejects with {@link
 * CourierUnavailable} if a retry can succeed, otherwise with {@link CourierRejected}. Manual shipments have no courier.
 */
export type Courier = {
  name: Exclude<CourierName, 'manual'>;
  /**
   * Books a pickup. If `triedBefore`, the response to an earlier request may have been lost. Then `book` reuses an existing
   * shipment with the shop's number, so that no second shipment is created. `saveProgress` receives each new result, so that a
   * retry continues after the last saved result.
   */
  book(
    input: BookedShipment & { triedBefore: boolean },
    saveProgress: (progress: Partial<Booking>) => Promise<void>,
  ): Promise<void>;
  /** Cancels a booking. Also succeeds if there is no booking or if it is already cancelled. */
  cancel(input: BookedShipment): Promise<void>;
  /** Reads all scans of a shipment. Can return undefined if the courier has no scans yet. */
  track(input: { awb: string; direction: Direction; number: string }): Promise<CourierEvent | undefined>;
  /** Returns the id of a webhook event. Returns undefined if the key in `headers` is not the courier's. */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** Parses a stored webhook body. Returns undefined if the body is invalid. */
  readEvent(body: string): CourierEvent | undefined;
};

/** Thrown if a retry can succeed, or if requests are paused. The courier may have processed the request. */
export class CourierUnavailable extends Error {}

/** Thrown if the courier rejects the request, which is then not retried automatically. */
export class CourierRejected extends Error {}
