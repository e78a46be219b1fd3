import { readSettings } from '../content/content.server.ts';
import { spend } from '../foundation/allowance.server.ts';
import { queueMail } from '../foundation/mail.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { ContactMessage, MessageNotRight, messageAllowance, type Sent } from './contract.ts';
import { letterOfMessage } from './message-letter.server.ts';
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
  const found = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join('.') || 'body';
    if (!found.has(field)) found.set(field, message);
  }
  throw MessageNotRight(
    undefined,
    [...found].map(([field, message]) => ({ field, message })),
  );
}

/**
 * Stores a message and lets the owner know by mail; both or neither. `from.address` is the client's network
 * address, which may send so much and no more (TooMany). A machine that filled the hidden field is thanked too,
 * and nothing is stored.
 */
export async function sendMessage(
  shop: Shop,
  message: ContactMessage,
  from: { address: string },
): Promise<Sent> {
  if (message.website) return thanks;
  await spend(shop, `message:${from.address}`, messageAllowance);
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
