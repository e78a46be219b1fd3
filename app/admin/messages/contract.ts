import { z } from '@hono/zod-openapi';
import { messageStatuses } from '../../messages/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

const noSuchState = 'A message is new, answered or closed.';
const state = z.enum(messageStatuses, noSuchState);

export const InboxQuery = ListQuery.extend({ state: state.optional() });

export const InboxMessage = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** How it begins, on one line. */
    excerpt: z.string(),
    /** The number of the piece asked about. */
    productId: z.string().nullable(),
    status: state,
    createdAt: z.string(),
  })
  .openapi('InboxMessage');
export type InboxMessage = z.infer<typeof InboxMessage>;

export const Inbox = listOf(InboxMessage).openapi('Inbox');

export const AdminMessage = InboxMessage.omit({ excerpt: true })
  .extend({
    message: z.string(),
    /** The account of this address. Anybody can write any address, so it need not be who wrote. */
    customerId: z.string().nullable(),
    /** When the state changed last. */
    statusAt: z.string().nullable(),
    /** The piece asked about, if the shop window still has it. */
    aboutProduct: z.object({ proId: z.string(), productName: z.string(), url: z.string() }).nullable(),
    /** What the shop has answered, the first one first. */
    replies: z.array(
      z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.string() }),
    ),
    /** What else came from this address, the newest first. */
    otherMessages: z.array(InboxMessage),
  })
  .openapi('AdminMessage');
export type AdminMessage = z.infer<typeof AdminMessage>;

const noText = 'Please write your answer.';

export const MessageReplyInput = z
  .strictObject({
    text: z
      .string(noText)
      .overwrite((value) => value.replaceAll('\0', ''))
      .trim()
      .min(1, noText)
      .max(8000, 'Please keep this within 8,000 characters.'),
    /** How many answers stood there when this one was written. */
    seenReplyCount: z.number('Please say how many answers you have seen.').int().min(0),
  })
  .openapi('MessageReplyInput');

export const MessageStatusInput = z
  .strictObject({
    /** The state that was seen. */
    from: state,
    to: z.enum(['new', 'closed'], 'A message can be closed or reopened.'),
  })
  .openapi('MessageStatusInput');
export type MessageStatusInput = z.infer<typeof MessageStatusInput>;
