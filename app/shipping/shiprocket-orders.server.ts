/** Shiprocket's request bodies for shipments and returns. */
import { z } from 'zod';
import { isInIndia } from '../foundation/address/countries.ts';
import { toRupees } from '../foundation/money.ts';
import type { ShipmentView } from './contract.ts';
import { CourierRejected } from './courier.ts';
import { Id, writeTime } from './shiprocket-wire.server.ts';

/** Size of a shipment in centimetres: a folded saree in its box. */
const box = { length: 32, breadth: 26, height: 6 };
/** Weight of a shipment in kilograms. */
const weight = 0.5;

/** A pickup address of the merchant. Return shipments are sent to this address. */
export const PickupLocation = z.object({
  pickup_location: z.string(),
  name: z.string().nullish(),
  address: z.string(),
  address_2: z.string().nullish(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pin_code: Id,
  email: z.string().nullish(),
  phone: Id,
});
export type PickupLocation = z.infer<typeof PickupLocation>;

/** Returns the request body of an outgoing shipment. @throws CourierRejected for a destination outside India */
export function orderToSend(shipment: ShipmentView, pickup: string) {
  const { to, method, valuePaise, collectPaise } = shipment;
  const difference = method === 'COD' ? collectPaise - valuePaise : 0;
  return {
    ...orderFields(shipment),
    ...addressFields('billing', to),
    pickup_location: pickup,
    billing_last_name: to.lastName,
    shipping_is_billing: true,
    payment_method: method,
    // On delivery, Shiprocket collects `sub_total` plus `shipping_charges` minus `total_discount`.
    shipping_charges: toRupees(Math.max(difference, 0)),
    total_discount: toRupees(Math.max(-difference, 0)),
  };
}

/** Returns the request body of a return shipment. @throws CourierRejected for a pickup address outside India */
export function orderToReturn(shipment: ShipmentView, pickupLocation: PickupLocation) {
  return {
    ...orderFields(shipment),
    ...addressFields('pickup', shipment.to),
    pickup_last_name: shipment.to.lastName,
    shipping_customer_name: pickupLocation.name || pickupLocation.pickup_location,
    shipping_last_name: '',
    shipping_address: pickupLocation.address,
    shipping_address_2: pickupLocation.address_2 ?? '',
    shipping_city: pickupLocation.city,
    shipping_state: pickupLocation.state,
    shipping_country: pickupLocation.country,
    shipping_pincode: pickupLocation.pin_code ?? '',
    shipping_email: pickupLocation.email ?? '',
    shipping_phone: pickupLocation.phone ?? '',
    payment_method: 'Prepaid',
    total_discount: 0,
  };
}

function orderFields({ number, orderedAt, items, valuePaise }: ShipmentView) {
  return {
    order_id: number,
    order_date: writeTime(new Date(orderedAt)).slice(0, 16),
    order_items: items.map(({ name, sku, units, pricePaise, hsn }) => ({
      name,
      sku,
      units,
      selling_price: toRupees(pricePaise),
      discount: 0,
      tax: 0,
      hsn: hsn ?? '',
    })),
    sub_total: toRupees(valuePaise),
    ...box,
    weight,
  };
}

function addressFields<T extends 'billing' | 'pickup'>(as: T, to: ShipmentView['to']) {
  if (!isInIndia(to))
    throw new CourierRejected(
      `Shiprocket is used only for parcels within India. Please use another courier for ${to.country}.`,
    );
  // Shiprocket accepts only ten-digit phone numbers.
  const phone = to.phone.replace(/\D/g, '').slice(-10);
  return Object.fromEntries(
    Object.entries({
      customer_name: to.firstName,
      address: to.address,
      address_2: to.apartment,
      city: to.city,
      state: to.state,
      country: to.country,
      pincode: to.pincode,
      email: to.email,
      phone,
    }).map(([name, value]) => [`${as}_${name}`, value]),
  );
}
