import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/problem.ts';
import { PlacedOrder, paymentMethods } from '../orders/contract.ts';

const notText = 'Please write this as text.';
const text = (longest: number) =>
  z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', '').replace(/\s+/g, ' '))
    .trim()
    .max(longest, `Please keep this within ${longest} characters.`)
    .default('');

/** The delivery form. What is missing or wrong in it is judged by the country's customs, beside each field. */
export const DeliveryForm = z
  .object({
    country: text(80),
    firstName: text(80),
    lastName: text(80),
    address: text(200),
    apartment: text(120),
    city: text(80),
    state: text(80),
    phone: text(30),
    pincode: text(16),
  })
  .openapi('DeliveryForm');
export type DeliveryForm = z.infer<typeof DeliveryForm>;

const notAnAmount = 'Please give an amount in rupees.';

/** What the shopper saw when they pressed Pay. The shop charges its own prices: these only tell whether something has changed since. */
const SeenPiece = z.object({
  proId: z.string().max(60).optional(),
  _id: z.string().max(60).optional(),
  size: z.string().max(60).nullish(),
  quantity: z.number().optional(),
  price: z.number().optional(),
});

export const OrderDetails = z
  .object({
    productDetails: z.array(SeenPiece).max(100).optional(),
    shippingInfo: DeliveryForm,
    subtotal: z.number(notAnAmount).optional(),
    taxes: z.number(notAnAmount).optional(),
    shippingCost: z.number(notAnAmount).optional(),
    total: z.number(notAnAmount).optional(),
    paymentMethod: z.enum(paymentMethods, 'Please choose how to pay.').optional(),
  })
  .openapi('OrderDetails');
export type OrderDetails = z.infer<typeof OrderDetails>;

export const Placed = z
  .object({ success: z.literal(true), message: z.string(), order: PlacedOrder })
  .openapi('Placed');
export type Placed = z.infer<typeof Placed>;

/** A key that the browser makes for each attempt to order. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\w-]{8,128}$/, 'A key has 8 to 128 letters, digits and hyphens.');

export const CartEmpty = problem('cart-empty', 409, 'Your cart is empty.');
/** The answer carries the cart as it is now, under `cart`. */
export const CartChanged = problem(
  'cart-changed',
  409,
  'Something in your cart has changed since you looked. Please look at it once more. Nothing was charged.',
);
export const CodRefused = problem('cod-refused', 409, 'This order cannot be paid in cash at the door.');
export const KeyUsed = problem('key-used', 409, 'This key belongs to another order.');
export const FormNotRight = problem('form-not-right', 400, 'Please look at the fields that are marked.');
