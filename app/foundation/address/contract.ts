import { z } from '@hono/zod-openapi';
import { line } from '../text-contract.ts';

/** A person and their postal address. Unknown fields are empty texts. */
export const Address = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** The phone number with its country code, such as `+919829000000`. */
  phone: z.string(),
  address: z.string(),
  apartment: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
});
export type Address = z.infer<typeof Address>;

/** A person with their postal and email address, as stored in orders and shipments. */
export const Recipient = z.object({
  ...Address.pick({ firstName: true, lastName: true }).shape,
  email: z.string(),
  ...Address.shape,
});

/**
 * Input schema of an address: trims each field and limits its length. Does not check the formats of the phone number and the
 * postal code, because they depend on the country. A module that uses the schema must check them.
 */
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
