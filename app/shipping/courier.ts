import type { CourierName, Direction, ShipmentStep, ShipmentView } from './contract.ts';

/** What a courier has told of a parcel that it takes on, as far as it has come. */
export type Booking = {
  courierOrderId: string | null;
  courierShipmentId: string | null;
  /** The number on the parcel. */
  awb: string | null;
  /** Who carries it, for people. */
  carrier: string | null;
  trackUrl: string | null;
  labelUrl: string | null;
  /** `2026-11-28`, the day in India on which it should arrive. */
  expectedOn: string | null;
};

/** A parcel, and what the courier has said of it so far. */
export type BookedShipment = Booking & { direction: Direction; details: ShipmentView };

/** One word of a courier about a parcel. */
export type Scan = {
  /** What it means here; `null` where it means nothing. */
  step: ShipmentStep | null;
  code: string | null;
  text: string;
  location: string | null;
  /** `null` where the courier gave no time that can be read. */
  at: Date | null;
  /** By which the same word is known again. */
  fingerprint: string;
};

/** What a courier tells about one parcel: the first scan first. */
export type CourierEvent = {
  awb: string | null;
  /** Our own name for the parcel. */
  number: string | null;
  scans: Scan[];
  expectedOn: string | null;
};

/**
 * Somebody who carries parcels for the shop. Each act outside stands beside its undo: what `book` has arranged `cancel`
 * takes back. Calls end within eight seconds each and reject with {@link CourierUnavailable} when no clear answer came; all of
 * them may be asked again. Manual parcels have none: nothing is asked outside.
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
  /** Takes it back. What was never booked, or is cancelled already, is done. */
  cancel(input: BookedShipment): Promise<void>;
  /** Everything that has happened to a parcel so far; `undefined` when nothing has. */
  track(input: { awb: string; direction: Direction; number: string }): Promise<CourierEvent | undefined>;
  /**
   * The name by which a webhook is known again; `undefined` when it does not come from the courier. The key is
   * compared in constant time, before anything is read.
   */
  readWebhook(body: Uint8Array, headers: Headers): { eventId: string } | undefined;
  /** What a stored body says; `undefined` for one that nobody understands. */
  readEvent(body: string): CourierEvent | undefined;
};

/** The courier did not answer, or not clearly: what was asked may or may not have happened. */
export class CourierUnavailable extends Error {}

/** The courier refused for good: asking again would not help. */
export class CourierRejected extends Error {}
