import { createHash } from 'node:crypto';
import { readSettings } from '../content/content.server.ts';
import { queueEmail, scheduleEmail } from '../foundation/email/email.server.ts';
import { fieldErrors } from '../foundation/http/http.server.ts';
import { consume, countUse } from '../foundation/http/rate-limit.server.ts';
import { networksOf } from '../foundation/http/rate-limit-key.server.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import {
  allMessagesRateLimit,
  ContactMessage,
  InvalidMessage,
  messageEmailRateLimit,
  messageRateLimits,
  type Sent,
} from './contract.ts';
import { messageEmail, waitingMessagesEmail } from './message-email.server.ts';
import { messages } from './tables.server.ts';

/** The response to every accepted message. */
export const thanks: Sent = {
  success: true,
  message: 'Thank you. Your message is with us, and a person will answer it.',
};

/** Validates a message. @throws InvalidMessage (400) that names the invalid fields */
export function readContactMessage(input: unknown): ContactMessage {
  const parsed = ContactMessage.safeParse(input);
  if (parsed.success) return parsed.data;
  throw InvalidMessage(undefined, fieldErrors(parsed.error.issues));
}

/**
 * Stores a message and queues the owner's email in one transaction. If the hidden field is filled in, returns the same response
 * but stores nothing.
 * @throws TooManyRequests (429) if the client's address, a network around it, or all addresses together exceed their limit
 */
export async function sendMessage(shop: Shop, message: ContactMessage, from: { address: string }) {
  if (message.website) return thanks;
  // Count the narrowest network first and all addresses last, so that a client over its own limit does not use up a shared limit.
  for (const [index, network] of networksOf(from.address).entries()) {
    const limit = messageRateLimits[index];
    if (limit) await consume(shop, `message:${network}`, limit);
  }
  await consume(shop, 'message:all', allMessagesRateLimit);
  await inTransaction(shop, async (shop) => {
    const { name, email, piece: product } = message;
    const [inserted] = await shop.db
      .insert(messages)
      .values({
        name,
        email,
        message: message.message,
        productId: product || null,
        createdAt: shop.clock.now(),
      })
      .returning({ id: messages.id });
    if (!inserted) throw new Error('insert into messages returned no row');
    await recordEvent(shop, { kind: 'message-waits', payload: { messageId: inserted.id } });
    await notifyOwner(shop, message);
  });
  return thanks;
}

/**
 * Emails the message to the owner. If the maximum of such emails per hour is reached, schedules one email for the end of the hour
 * with the number of further messages.
 */
async function notifyOwner(shop: Shop, message: ContactMessage): Promise<void> {
  const owner = shop.config.adminEmail ?? (await readSettings(shop)).contact.email;
  const { limit, seconds } = messageEmailRateLimit;
  const { count, endsAt } = await countUse(shop, 'message-email', seconds);
  if (count <= limit) return queueEmail(shop, messageEmail(message, owner));
  const hash = createHash('sha256').update(`messages-waiting ${endsAt.toISOString()}`).digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const email = waitingMessagesEmail(count - limit, shop.config.publicUrl, owner);
  return scheduleEmail(shop, { id, dueAt: endsAt }, email);
}
