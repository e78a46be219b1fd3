import { z } from '@hono/zod-openapi';
import { line } from '../text/contract.ts';

/** A person and their postal address. Unknown parts are empty. */
export const Address = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** With the country code: `+919829000000`. */
  phone: z.string(),
  address: z.string(),
  apartment: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
});
export type Address = z.infer<typeof Address>;

/** A person and their postal address with the email address, as orders and shipments store them. */
export const Recipient = z.object({
  ...Address.pick({ firstName: true, lastName: true }).shape,
  email: z.string(),
  ...Address.shape,
});

/** An address from a form: trimmed and limited in length. Each module validates the formats by country. */
export const AddressInput = z.object({
  firstName: line(80),
  lastName: line(80),
  phone: line(30),
  address: line(200),
  apartment: line(120),
  city: line(80),
  state: line(80),
  pincode: line(16),
  country: line(80),
});
