import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';
import { withoutNul } from '../foundation/text-contract.ts';

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

const required = (maxLength: number, missing: string) =>
  z
    .string(missing)
    .overwrite(withoutNul)
    .trim()
    .min(1, missing)
    .max(maxLength, `Please keep this within ${maxLength} characters.`);

const notAnEmail = 'Please enter a valid email';
const notAProduct = 'The number of a piece has only letters, digits and hyphens.';
const notEmpty = 'Please leave this empty.';

export const ContactMessage = z
  .object(
    {
      name: required(120, 'Please enter your name.').overwrite(onOneLine),
      email: z.string(notAnEmail).trim().max(254, notAnEmail).pipe(z.email(notAnEmail)),
      message: required(4000, 'Please write your message.'),
      /** Number of the product that the message is about. */
      piece: z
        .string(notAProduct)
        .regex(/^[\w-]{0,40}$/, notAProduct)
        .optional(),
      /** A hidden field. Only bots fill it in. */
      website: z.string(notEmpty).max(4000, notEmpty).optional(),
    },
    'A message has a name, an email and the message itself.',
  )
  .openapi('ContactMessage');
export type ContactMessage = z.infer<typeof ContactMessage>;

export const Sent = z.object({ success: z.literal(true), message: z.string() }).openapi('Sent');
export type Sent = z.infer<typeof Sent>;

export const MessageStatus = z.enum(['new', 'answered', 'closed'], 'A message is new, answered or closed.');
export type MessageStatus = z.infer<typeof MessageStatus>;

export const InboxMessage = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** The beginning of the text, in one line. */
    excerpt: z.string(),
    /** Number of the product that the message is about. */
    productId: z.string().nullable(),
    status: MessageStatus,
    createdAt: z.string(),
  })
  .openapi('InboxMessage');
export type InboxMessage = z.infer<typeof InboxMessage>;

/** A message with the details that staff need to reply. */
export const AdminMessage = InboxMessage.omit({ excerpt: true })
  .extend({
    message: z.string(),
    /** The customer with this email address. The sender can be another person, because anyone can type any address. */
    customerId: z.string().nullable(),
    /** Time of the last change of the status. */
    statusAt: z.string().nullable(),
    /** The product that the message is about. Present only if the product is published. */
    aboutProduct: z.object({ proId: z.string(), productName: z.string(), url: z.string() }).nullable(),
    /** The shop's replies, oldest first. */
    replies: z.array(
      z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.string() }),
    ),
    /** Other messages from this email address, newest first, at most 20. */
    otherMessages: z.array(InboxMessage),
  })
  .openapi('AdminMessage');
export type AdminMessage = z.infer<typeof AdminMessage>;

/** Messages with the status `new`: their number, the names of the first senders, and the time of the oldest message. */
export const UnansweredMessages = z.object({
  count: z.number().int(),
  examples: z.array(z.string()),
  since: z.string().nullable(),
});
export type UnansweredMessages = z.infer<typeof UnansweredMessages>;

/** A message in the data export of its sender. */
export const MessageWithReplies = z.object({
  id: z.string(),
  name: z.string(),
  message: z.string(),
  productId: z.string().nullable(),
  status: MessageStatus,
  createdAt: z.string(),
  replies: z.array(z.object({ text: z.string(), createdAt: z.string() })),
});
export type MessageWithReplies = z.infer<typeof MessageWithReplies>;

const noText = 'Please write your reply.';

export const MessageReplyInput = z
  .strictObject({
    text: z
      .string(noText)
      .overwrite(withoutNul)
      .trim()
      .min(1, noText)
      .max(8000, 'Please keep this within 8,000 characters.'),
    /** Number of replies that the author of the new reply has seen. */
    seenReplyCount: z.number('Please say how many answers you have seen.').int().min(0),
  })
  .openapi('MessageReplyInput');
export type MessageReplyInput = z.infer<typeof MessageReplyInput>;

export const MessageStatusInput = z
  .strictObject({
    /** The status that the staff member has seen before the change. */
    from: MessageStatus,
    to: z.enum(['new', 'closed'], 'A message can be closed or reopened.'),
  })
  .openapi('MessageStatusInput');
export type MessageStatusInput = z.infer<typeof MessageStatusInput>;

/**
 * Maximum numbers of messages: from one client address, from its /56 network and from its /48 network. The last two are for IPv6
 * only.
 */
export const messageRateLimits = [
  { limit: 5, seconds: 3600 },
  { limit: 8, seconds: 3600 },
  { limit: 12, seconds: 3600 },
] as const;

/**
 * Maximum number of messages from all addresses together. It limits the table's growth to 2,000 rows of at most 4,000 characters
 * per hour.
 */
export const allMessagesRateLimit = { limit: 2000, seconds: 3600 } as const;

/**
 * Maximum number of emails to the owner per hour with one message each. Further messages are only counted, in one email at the
 * end of the hour.
 */
export const messageEmailRateLimit = { limit: 20, seconds: 3600 } as const;

export const InvalidMessage = problem('invalid-message', 400, 'Please check the marked fields.');

export const NoSuchMessage = problem('no-such-message', 404, 'This message does not exist.');
/** Another staff member has replied since the client read the message. */
export const AlreadyAnswered = problem(
  'already-answered',
  409,
  'Someone else has answered this message in the meantime. Please read their reply before you send yours.',
);
/** Another staff member has changed the status since the client read the message. */
export const StatusChanged = problem(
  'status-changed',
  409,
  'Someone else has closed, reopened or answered this message in the meantime. Please check it again.',
);
