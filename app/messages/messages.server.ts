import { readSettings } from '../content/content.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import { fieldErrors } from '../foundation/http/http.server.ts';
import { consume } from '../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import {
  allMessagesRateLimit,
  ContactMessage,
  InvalidMessage,
  messageRateLimit,
  type Sent,
} from './contract.ts';
import { messageEmail } from './message-email.server.ts';
import { messages } from './tables.server.ts';

/** What whoever wrote is told. */
export const thanks: Sent = {
  success: true,
  message: 'Thank you. Your message is with us, and a person will answer it.',
};

/** Reads what a form or a call brought. Throws InvalidMessage, which names each field that is not right. */
export function readContactMessage(input: unknown): ContactMessage {
  const parsed = ContactMessage.safeParse(input);
  if (parsed.success) return parsed.data;
  throw InvalidMessage(undefined, fieldErrors(parsed.error.issues));
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
  await consume(shop, `message:${rateLimitKey(from.address)}`, messageRateLimit);
  // Counted second: whoever is refused for themselves takes nothing from the others.
  await consume(shop, 'message:everybody', allMessagesRateLimit);
  await inTransaction(shop, async (shop) => {
    const { name, email, piece: product } = message;
    await shop.db.insert(messages).values({
      name,
      email,
      message: message.message,
      productId: product || null,
      createdAt: shop.clock.now(),
    });
    const owner = shop.config.adminEmail ?? (await readSettings(shop)).contact.email;
    await queueEmail(shop, messageEmail(message, owner));
  });
  return thanks;
}
