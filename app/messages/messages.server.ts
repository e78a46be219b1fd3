import { readSettings } from '../content/content.server.ts';
import { queueMail } from '../foundation/email/email.server.ts';
import { fieldErrors } from '../foundation/http/http.server.ts';
import { spend } from '../foundation/http/rate-limit.server.ts';
import { bucketOf } from '../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import {
  allMessagesAllowance,
  ContactMessage,
  MessageNotRight,
  messageAllowance,
  type Sent,
} from './contract.ts';
import { letterOfMessage } from './message-email.server.ts';
import { messages } from './tables.server.ts';

/** What whoever wrote is told. */
export const thanks: Sent = {
  success: true,
  message: 'Thank you. Your message is with us, and a person will answer it.',
};

/** Reads what a form or a call brought. Throws MessageNotRight, which names each field that is not right. */
export function readContactMessage(input: unknown): ContactMessage {
  const parsed = ContactMessage.safeParse(input);
  if (parsed.success) return parsed.data;
  throw MessageNotRight(undefined, fieldErrors(parsed.error.issues));
}

/**
 * Stores a message and lets the owner know by mail; both or neither. `from.address` is the client's network
 * address, which may send so much and no more (TooMany), and so may all addresses together. A machine that filled the hidden field is thanked too,
 * and nothing is stored.
 */
export async function sendMessage(
  shop: Shop,
  message: ContactMessage,
  from: { address: string },
): Promise<Sent> {
  if (message.website) return thanks;
  await spend(shop, `message:${bucketOf(from.address)}`, messageAllowance);
  // Counted second: whoever is refused for themselves takes nothing from the others.
  await spend(shop, 'message:everybody', allMessagesAllowance);
  await inTransaction(shop, async (shop) => {
    const { name, email, piece } = message;
    await shop.db
      .insert(messages)
      .values({ name, email, message: message.message, piece: piece || null, createdAt: shop.clock.now() });
    const owner = shop.config.adminEmail ?? (await readSettings(shop)).contact.email;
    await queueMail(shop, letterOfMessage(message, owner));
  });
  return thanks;
}
