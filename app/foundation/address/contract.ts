import { z } from '@hono/zod-openapi';

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

const notText = 'Please write this as text.';
const text = (maxLength: number) =>
  z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', '').replace(/\s+/g, ' '))
    .trim()
    .max(maxLength, `Please keep this within ${maxLength} characters.`);

/** An address from a form: trimmed and limited in length. Each module validates the formats by country. */
export const AddressInput = z.object({
  firstName: text(80),
  lastName: text(80),
  phone: text(30),
  address: text(200),
  apartment: text(120),
  city: text(80),
  state: text(80),
  pincode: text(16),
  country: text(80),
});
