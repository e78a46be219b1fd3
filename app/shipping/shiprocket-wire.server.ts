/** Shiprocket's wire format: webhooks, scans, statuses and times. The pretend courier uses this format too. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { minutes } from '../foundation/clock.ts';
import { parseJson } from '../foundation/parse-json.ts';
import type { ShipmentStep } from './contract.ts';
import type { CourierEvent, Scan } from './courier.ts';

/** Schema of a Shiprocket id, which can be a number, a string or missing. Converts it to a string or null. */
export const Id = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id == null ? null : String(id).trim() || null));
const Text = z
  .unknown()
  .optional()
  .transform((text) => (typeof text === 'string' || typeof text === 'number' ? String(text).trim() : ''));

const WireScan = z.object({
  date: Text,
  activity: Text,
  location: Text,
  status: Text,
  'sr-status': Text,
  'sr-status-label': Text,
});
export const WireScans = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((scans) => (scans ?? []).flatMap((scan) => WireScan.safeParse(scan).data ?? []));

const Webhook = z
  .object({
    awb: Id,
    order_id: Id,
    current_status: Text,
    current_status_id: Text,
    shipment_status: Text,
    shipment_status_id: Text,
    current_timestamp: Text,
    etd: Text,
    scans: WireScans,
  })
  .refine(({ awb, order_id }) => awb !== null || order_id !== null);

const steps = new Map<string, ShipmentStep>(
  Object.entries({
    1: 'booked',
    3: 'booked',
    19: 'out_for_pickup',
    42: 'shipped',
    6: 'shipped',
    18: 'shipped',
    38: 'shipped',
    17: 'out_for_delivery',
    7: 'delivered',
    9: 'rto',
    46: 'rto',
    10: 'returned_to_seller',
    14: 'returned_to_seller',
  } satisfies Record<number, ShipmentStep>),
);

/** Returns the step for Shiprocket's status id. Returns null if the id belongs to no step. */
export function stepOf(statusId: string): ShipmentStep | null {
  return steps.get(statusId) ?? null;
}

export const statusIdOf: Readonly<Record<ShipmentStep, number>> = {
  booked: 3,
  out_for_pickup: 19,
  shipped: 18,
  out_for_delivery: 17,
  delivered: 7,
  rto: 9,
  returned_to_seller: 10,
};

/**
 * Parses a time in India, such as `21 11 2026 12:30:00` or `2026-11-21 12:30:00`. Returns midnight if the time of day is missing,
 * and null for other formats.
 */
export function readTime(text: string): Date | null {
  const [, a = '', month, c = '', time = '00:00:00'] =
    /^(\d{2}|\d{4})[ -/](\d{2})[ -/](\d{4}|\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? [];
  const [year, day] = a.length === 4 ? [a, c] : [c, a];
  const read = new Date(`${year}-${month}-${day}T${time.padEnd(8, ':00')}+05:30`);
  return Number.isNaN(read.getTime()) ? null : read;
}

/** Parses a time like {@link readTime} and returns the day in India. Returns null for other formats. */
export function readDay(text: string): string | null {
  const read = readTime(text);
  return read && writeTime(read).slice(0, 10);
}

/** Formats a time in India as `2026-11-21 12:30:00`. India is 5:30 hours ahead of UTC all year. */
export function writeTime(moment: Date): string {
  return new Date(moment.getTime() + minutes(330)).toISOString().slice(0, 19).replace('T', ' ');
}

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Converts Shiprocket's scans to {@link Scan}s, oldest first. */
export function readScans(scans: z.infer<typeof WireScans>): Scan[] {
  const read = scans.map((scan): Scan => {
    const code = scan['sr-status'] || null;
    const text = labelOrEmpty(scan['sr-status-label']) || scan.activity || scan.status || 'On its way';
    const { date, activity, location } = scan;
    return {
      step: stepOf(scan['sr-status']),
      code,
      text: stepOf(scan['sr-status']) ? text : scan.activity || text,
      location: location || null,
      at: readTime(date),
      fingerprint: hashOf('scan', code, date, activity.toLowerCase(), location.toLowerCase()),
    };
  });
  return read.reverse().toSorted((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ at }: Scan) => at?.getTime() ?? Number.MAX_SAFE_INTEGER;
const labelOrEmpty = (label: string) => (label === 'NA' ? '' : label);

/** Parses the stored body of a webhook event. Returns undefined if the body is invalid. */
export function readCourierEvent(body: string): CourierEvent | undefined {
  const webhook = Webhook.safeParse(parseJson(body)).data;
  if (!webhook) return undefined;
  const scans = readScans(webhook.scans);
  // The event contains a status of the shipment and a status of the order, which can differ. Prefer the shipment's status.
  const statusId = webhook.shipment_status_id || webhook.current_status_id;
  const step = stepOf(statusId);
  const isScanned = scans.some((scan) => scan.code === statusId || (step !== null && scan.step === step));
  if (statusId !== '' && !isScanned) {
    scans.push({
      step,
      code: statusId,
      text: webhook.shipment_status || webhook.current_status || 'On its way',
      location: null,
      at: readTime(webhook.current_timestamp),
      fingerprint: hashOf('status', statusId, webhook.current_timestamp),
    });
  }
  return {
    awb: webhook.awb,
    number: webhook.order_id?.replace(/_\d+$/, '') ?? null,
    scans,
    expectedOn: readDay(webhook.etd),
  };
}

/**
 * Returns the id of a webhook event. Shiprocket sends no event id, so the id is a hash of the content. Returns undefined if the
 * `x-api-key` header matches none of the tokens. Compares in constant time.
 */
export function readWebhook(
  tokens: readonly string[],
  body: Uint8Array,
  headers: Headers,
): { eventId: string } | undefined {
  const keyHash = createHash('sha256')
    .update(headers.get('x-api-key') ?? '')
    .digest();
  const isKnown = tokens
    .map((token) => token !== '' && timingSafeEqual(keyHash, createHash('sha256').update(token).digest()))
    .includes(true);
  if (!isKnown) return undefined;
  const text = new TextDecoder().decode(body);
  const webhook = Webhook.safeParse(parseJson(text)).data;
  if (!webhook) return { eventId: hashOf('body', text) };
  const { awb, order_id, current_status_id, shipment_status_id, current_timestamp, scans } = webhook;
  return {
    eventId: hashOf('news', awb, order_id, current_status_id, shipment_status_id, current_timestamp, scans),
  };
}
